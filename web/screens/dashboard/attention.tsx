import { Anchor, Button, Paper, Text, Title } from '@mantine/core'
import {
  ArrowRightLeft,
  BookX,
  CalendarClock,
  DatabaseBackup,
  FileChartColumn,
  FileClock,
  FileQuestion,
  FileX2,
  KeySquare,
  Languages,
  type LucideIcon,
  Mails,
  MailX,
  OctagonPause,
  SearchX,
  SendHorizontal,
  ShieldAlert,
  UserLock,
  Webhook,
} from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { type AttentionKind, type AttentionLine, neverPutOff } from '#contract/dashboard.ts'
import { DAY } from '#contract/durations.ts'
import type { Condition } from '#contract/system.ts'
import { screens } from '#web/navigation/screens.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { formatAgo, formatDate, formatDateTime, formatNumber } from '#web/ui/format.ts'
import { conditionIcon } from '#web/ui/page/condition-entry.tsx'
import classes from './attention.module.css'
import { EndProgram, Generate, GoThere, LineTitle, PutOff, SendAgain } from './attention-acts.tsx'

/** More lines of a kind than these are folded. */
const SHOWN = 3

/** The icon of each kind, and the word of a button that only leads there. */
const looks: Record<AttentionKind, { icon: LucideIcon; go: string }> = {
  backup_failed: { icon: DatabaseBackup, go: 'Open System' },
  change_failed: { icon: OctagonPause, go: 'Details' },
  deliveries_failed: { icon: SendHorizontal, go: 'Show' },
  pdf_outdated: { icon: FileClock, go: 'Show' },
  pdf_missing: { icon: FileX2, go: 'Show' },
  pages_empty: { icon: FileQuestion, go: 'Show' },
  french_missing: { icon: Languages, go: 'Show' },
  french_older: { icon: Languages, go: 'Show' },
  french_pdf_outdated: { icon: FileClock, go: 'Show' },
  topics_missing: { icon: BookX, go: 'Show' },
  maintenance_due: { icon: CalendarClock, go: 'Show' },
  rvs_without_serial: { icon: SearchX, go: 'Show' },
  transfers_waiting: { icon: ArrowRightLeft, go: 'Show' },
  privacy_request_due: { icon: UserLock, go: 'Show' },
  campaign_letters_due: { icon: Mails, go: 'Show' },
  campaign_report_due: { icon: FileChartColumn, go: 'Show' },
  key_added: { icon: KeySquare, go: 'Show' },
  webhook_changed: { icon: Webhook, go: 'Show' },
  key_maker_inactive: { icon: KeySquare, go: 'Show' },
  webhook_maker_inactive: { icon: Webhook, go: 'Show' },
  no_second_factor: { icon: ShieldAlert, go: 'Show' },
  mail_not_set_up: { icon: MailX, go: 'How to' },
  no_backup: { icon: DatabaseBackup, go: 'How to' },
}

type AttentionProps = { lines: AttentionLine[] | undefined; error: Error | null; conditions: Condition[] }

/** What an administrator should see to: each line names its thing, and has one button that does the next step. */
export function Attention({ lines, error, conditions }: AttentionProps) {
  const [unfolded, setUnfolded] = useState<AttentionKind[]>([])
  const byKind = [...Map.groupBy(lines ?? [], ({ kind }) => kind)]
  return (
    <Paper component="section" withBorder p="lg" aria-labelledby="attention">
      <Title order={2} size="h4" id="attention">
        Needs attention
      </Title>
      {error && !lines && (
        <Text size="sm" c="dimmed" mt="sm">
          {error.message}
        </Text>
      )}
      {!lines && !error ? (
        <Loading />
      ) : lines?.length === 0 && conditions.length === 0 ? (
        <Text size="sm" c="dimmed" mt="sm">
          Nothing at the moment.
        </Text>
      ) : (
        <ul className={classes.lines} aria-label="Needs attention">
          {conditions.map((condition) => (
            <Line
              key={condition.name}
              icon={conditionIcon(condition.severity)}
              title={condition.words}
              link={screens.system.path}
              note={condition.remedy}
              act={<GoThere to={screens.system.path} word="Open System" />}
            />
          ))}
          {byKind.map(([kind, all]) => {
            const shown = unfolded.includes(kind) ? all : all.slice(0, SHOWN)
            const rest = all.length - shown.length
            return [
              ...shown.map((line) => <AttentionEntry key={`${kind} ${line.record_id}`} line={line} />),
              rest > 0 && (
                <li key={kind} className={classes.more}>
                  <Button variant="subtle" size="compact-sm" onClick={() => setUnfolded([...unfolded, kind])}>
                    {`Show ${formatNumber(rest)} more`}
                  </Button>
                </li>
              ),
            ]
          })}
        </ul>
      )}
    </Paper>
  )
}

const MONTH_MS = 30 * DAY

const sinceWhen = (since: string) =>
  Date.now() - Date.parse(since) < MONTH_MS ? formatAgo(since) : `since ${formatDate(since)}`

function AttentionEntry({ line }: { line: AttentionLine }) {
  const { kind, title, link, since } = line
  const { icon: Icon, go } = looks[kind]
  return (
    <Line
      icon={<Icon size={16} aria-hidden />}
      title={title}
      link={link}
      note={sinceWhen(since)}
      tip={formatDateTime(since)}
      act={
        line.action === 'generate_pdf' ? (
          <Generate line={line} />
        ) : line.action === 'retry_deliveries' ? (
          <SendAgain line={line} />
        ) : line.action === 'end_key' || line.action === 'end_webhook' ? (
          <EndProgram line={line} />
        ) : (
          <GoThere to={link} word={go} />
        )
      }
      menu={!neverPutOff.includes(kind) && <PutOff line={line} />}
    />
  )
}

type LineProps = {
  icon: ReactNode
  title: string
  link: string
  note: string
  tip?: string
  act: ReactNode
  menu?: ReactNode
}

function Line({ icon, title, link, note, tip, act, menu }: LineProps) {
  return (
    <li className={classes.line}>
      <span className={classes.icon}>{icon}</span>
      <span className={classes.words}>
        <Anchor component={Link} to={link} c="inherit" size="sm" fw={500}>
          {title}
        </Anchor>
        <Text component="span" size="xs" c="dimmed" title={tip}>
          {note}
        </Text>
      </span>
      <LineTitle value={title}>
        {act}
        {menu}
      </LineTitle>
    </li>
  )
}
