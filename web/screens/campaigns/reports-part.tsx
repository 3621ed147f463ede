import { Badge, Button, Stack, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { CalendarClock, FileChartColumn, FileCheck } from 'lucide-react'
import { useState } from 'react'
import { type CampaignReport, type Figures, lastDayOf, reportsBegunBy, reportsOf } from '#contract/campaign-report.ts'
import { reasonWords } from '#contract/campaign-units.ts'
import { type Campaign, campaigns } from '#contract/campaigns.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { FormDialog, useFormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { toastChange } from '#web/records/change/toast-change.tsx'
import classes from '#web/records/page/entries-in-part.module.css'
import { Part } from '#web/records/page/part.tsx'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { formatCount, formatDate, formatNumber } from '#web/ui/format.ts'
import { Entries } from '#web/ui/page/entries.tsx'
import { today } from './noted-dialogs.tsx'

/** The reports that the regulator wants, each with its figures, and what became of it. */
export function ReportsPart({ campaign }: { campaign: Campaign }) {
  const [filing, setFiling] = useState<CampaignReport>()
  const day = today()
  const { wanted, begun } = quartersOf(campaign, day)
  const read = useQueries({
    queries: begun.map((quarter) => query(campaigns.report, { campaign_id: campaign._id, quarter })),
  })
  const error = read.find((one) => one.error && !one.data)?.error
  const reports = new Map(read.flatMap(({ data }) => (data ? [[data.data.quarter, data.data] as const] : [])))
  const isOwed = campaign.state === 'open' && campaign.type === 'recall'
  return (
    <Part
      title="Reports"
      isLoading={reports.size < begun.length}
      error={error}
      onRetry={() => read.forEach(({ refetch }) => void refetch())}
    >
      {campaign.type === 'service' && (
        <Text size="sm" c="dimmed">
          No regulator wants reports of a service campaign.
        </Text>
      )}
      <div className={classes.entries}>
        <Entries
          label="Reports"
          entries={wanted.map(({ quarter, ...when }) => {
            const report = reports.get(quarter)
            const due_on = report?.due_on ?? when.due_on
            const isFiled = Boolean(report?.filed)
            const isOver = lastDayOf(quarter) < day
            const Icon = isFiled ? FileCheck : report ? FileChartColumn : CalendarClock
            return {
              id: quarter,
              icon: <Icon size={16} aria-hidden />,
              title: `Quarter ${quarter}`,
              badge: (
                <Badge variant="default" tt="none" fw={500}>
                  {report?.filed ? `Filed on ${formatDate(report.filed.submitted_on)}` : `Due on ${formatDate(due_on)}`}
                </Badge>
              ),
              // If it could not be read, nothing is known about it yet.
              lines: report ? linesOf(report, campaign) : begun.includes(quarter) ? [] : ['Not begun.'],
              warnings: [
                ...(report && !isFiled && isOwed && due_on && due_on < day ? ['Overdue.'] : []),
                ...(report ? differencesOf(report) : []),
              ],
              ...(report &&
                !isFiled &&
                isOver &&
                campaign.opened_at !== null &&
                !campaign.is_deleted && {
                  action: (
                    <Button
                      size="compact-sm"
                      variant="default"
                      aria-label={`Mark as filed: quarter ${quarter}`}
                      onClick={() => setFiling(report)}
                    >
                      Mark as filed
                    </Button>
                  ),
                }),
            }
          })}
        />
      </div>
      {filing && <FileReportDialog campaign={campaign} report={filing} onClose={() => setFiling(undefined)} />}
    </Part>
  )
}

/**
 * The quarters for which a report is wanted or was filed, also from before an edit of the day when the regulator was
 * told; and those of them that have begun.
 */
function quartersOf({ decided_on, filed_quarters }: Campaign, day: string) {
  const wanted: { quarter: string; due_on: string | null }[] = reportsOf(decided_on)
  const before = filed_quarters.filter((filed) => !wanted.some(({ quarter }) => quarter === filed))
  return {
    wanted: [...before.map((quarter) => ({ quarter, due_on: null })), ...wanted].sort((one, other) =>
      one.quarter.localeCompare(other.quarter),
    ),
    begun: [...before, ...reportsBegunBy(day, decided_on).map(({ quarter }) => quarter)],
  }
}

function linesOf(report: CampaignReport, campaign: Campaign) {
  const { involved, remedied, no_remedy_needed, unreachable, open } = report
  const away = Object.entries(unreachable) as [keyof Figures['unreachable'], number][]
  const why = away
    .filter(([, count]) => count > 0)
    .map(([reason, count]) => `${count} ${reasonWords[reason].toLowerCase()}`)
  const gone = away.reduce((sum, [, count]) => sum + count, 0)
  const { notified_from, notified_to, completion } = report
  return [
    `${formatCount(involved, 'vehicle')}: ${formatNumber(remedied)} remedied, ${formatNumber(no_remedy_needed)} needed no remedy, ${formatNumber(gone)} unreachable${why.length ? ` (${why.join(', ')})` : ''}, ${formatNumber(open)} open. ${completion}% complete.`,
    notified_from && notified_to
      ? `Owners were told ${daysWords(notified_from, notified_to)}.`
      : 'No owner was told by then.',
    ...(report.number === campaign.number ? [] : [`Filed under the number ${report.number}.`]),
  ]
}

const daysWords = (from: string, to: string) =>
  from === to ? `on ${formatDate(from)}` : `from ${formatDate(from)} to ${formatDate(to)}`

const figureWords: Record<string, string> = {
  involved: 'vehicles',
  remedied: 'remedied',
  no_remedy_needed: 'needed no remedy',
  open: 'open',
}

function differencesOf({ differs }: CampaignReport) {
  const some = Object.entries(differs).map(([name, by]) => {
    const [, reason] = name.split('.')
    const word = reason ? reasonWords[reason as keyof typeof reasonWords].toLowerCase() : (figureWords[name] ?? name)
    return `${by > 0 ? '+' : '−'}${formatNumber(Math.abs(by))} ${word}`
  })
  return some.length ? [`What was filed differs from what is known now: ${some.join(', ')}.`] : []
}

type FileReportProps = { campaign: Campaign; report: CampaignReport; onClose: () => void }

/** Notes that a report was handed in, with the figures as they are. */
function FileReportDialog({ campaign: { _id: campaign_id }, report: { quarter }, onClose }: FileReportProps) {
  const form = useContractForm({
    schema: campaigns.fileReport.input.pick({ submitted_on: true }),
    values: { submitted_on: today() },
    send: ({ submitted_on }, { signal }) =>
      call(campaigns.fileReport, { campaign_id, quarter, submitted_on }, { signal }),
    onSent: (answer) => {
      toastChange(answer)
      shown.close()
    },
  })
  const shown = useFormDialog(form.dirty, onClose)
  return (
    <FormDialog title={`Mark Quarter ${quarter} as Filed`} action="Mark as filed" form={form} shown={shown}>
      <Stack>
        <Text size="sm">The figures are kept as they are now. This cannot be taken back.</Text>
        <DateField form={form.form} name="submitted_on" label="Filed on" />
      </Stack>
    </FormDialog>
  )
}
