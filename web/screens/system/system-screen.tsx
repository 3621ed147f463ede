import { Badge, Box, Button, Group, Paper, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MailX, Server as ServerIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { capital } from '#contract/plural.ts'
import { type Server, type SystemStatus, system } from '#contract/system.ts'
import { call } from '#web/api/call.ts'
import { useOnline } from '#web/api/connection.ts'
import { query } from '#web/api/query.ts'
import { sendsMail } from '#web/api/settings.ts'
import { ConfirmCallDialog } from '#web/forms/confirm-call-dialog.tsx'
import { helpOf } from '#web/navigation/help.ts'
import { programsAndSafety, screens } from '#web/navigation/screens.ts'
import { StaleNotice, Unread } from '#web/records/list/grid/grid-frame.tsx'
import { type Described, DescriptionList } from '#web/ui/description-list.tsx'
import { formatAgo, formatBytes, formatCount, formatDate, formatDateTime, formatNumber } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/card.tsx'
import { Entries } from '#web/ui/page/entries.tsx'
import { Page } from '#web/ui/page/page.tsx'
import { WarningText } from '#web/ui/warning-text.tsx'
import { Attention } from './attention.tsx'
import { KeptMails } from './kept-mails.tsx'
import { BackupSetUp, MailSetUp, NewsSetUp } from './set-up-cards.tsx'

/** How often servers report that they are there. */
const EVERY_MS = 10_000
/** More than this is worth mentioning. */
const LARGEST_OFFSET_MS = 2_000

export function SystemScreen() {
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...query(system.status, {}),
    refetchInterval: EVERY_MS,
  })
  const online = useOnline()
  const status = data?.data
  const onRetry = () => void refetch()
  return (
    <Page title={screens.system.title} help={helpOf(screens.system)} parent={programsAndSafety}>
      <Unread of={{ data, error, refetch }}>
        <LoadingStatus />
      </Unread>
      {status && (error || !online) && (
        <Paper withBorder maw={1100} mb="md" style={{ overflow: 'hidden' }}>
          <StaleNotice at={dataUpdatedAt} {...(online && error && { reason: error.message, onRetry })} />
        </Paper>
      )}
      {status && <Status status={status} />}
    </Page>
  )
}

/** As high as what comes. */
const LoadingStatus = () => (
  <Stack maw={1100}>
    <Skeleton h={180} />
    <SimpleGrid cols={{ base: 1, md: 2 }}>
      {['database', 'backups', 'jobs', 'storage'].map((card) => (
        <Skeleton key={card} h={210} />
      ))}
    </SimpleGrid>
    <Skeleton h={110} />
  </Stack>
)

function Status({ status }: { status: SystemStatus }) {
  const { servers, failed_mails, failed_mail_count } = status
  const client = useQueryClient()
  const [forgotten, setForgotten] = useState<Server>()
  const forget = (server: Server) => (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`Forget ${server.name}`}
      onClick={() => setForgotten(server)}
    >
      Forget
    </Button>
  )
  return (
    <Stack maw={1100}>
      <Attention status={status} />
      <Card title="Servers" text="Servers that use this database, and when each was last seen.">
        <Entries label="Servers" entries={servers.map((server) => serverEntry(server, forget))} />
      </Card>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Facts title="Database" items={databaseFacts(status)} />
        <Facts title="Backups" items={backupFacts(status)} />
        <Facts title="Jobs" items={jobFacts(status)} />
        <Facts title="Storage" items={storageFacts(status)} />
      </SimpleGrid>
      {!sendsMail() && <MailSetUp />}
      {!sendsMail() && <KeptMails />}
      {!status.backups && <BackupSetUp />}
      {status.has_news_sender === false && <NewsSetUp />}
      <Card
        title="Failed emails"
        text={
          failed_mail_count
            ? `${formatCount(failed_mail_count, 'email')} could not be sent so far. The newest:`
            : sendsMail()
              ? 'None.'
              : 'None. Emails are written to files instead of being sent.'
        }
      >
        {failed_mails.length > 0 && <Entries label="Failed emails" entries={failed_mails.map(mailEntry)} />}
      </Card>
      {forgotten && (
        <ConfirmCallDialog
          title="Forget server"
          text="Nobody is told of it any more, nor that its backups are missing. Forget it?"
          name={forgotten.name}
          action="Forget"
          send={(options) => call(system.forgetServer, { server_id: forgotten._id }, options)}
          onSuccess={() => void client.invalidateQueries({ queryKey: [system.status.path] })}
          onClose={() => setForgotten(undefined)}
        />
      )}
    </Stack>
  )
}

function Facts({ title, items }: { title: string; items: Described[] }) {
  return (
    <Card title={title}>
      <Box mt="sm">
        <DescriptionList items={items} />
      </Box>
    </Card>
  )
}

/** `forget` is offered for one that is not there any more. */
function serverEntry(server: Server, forget: (server: Server) => ReactNode) {
  const { _id, is_alive, name, release, schema, started_at, seen_at } = server
  return {
    id: _id,
    icon: <ServerIcon size={16} aria-hidden />,
    title: name,
    badge: <ServerBadges {...server} />,
    lines: [
      `Release ${release}, schema ${schema}.`,
      `Started ${formatDateTime(started_at)}. Last seen ${formatAgo(seen_at)}.`,
    ],
    warnings: warningsOf(server),
    action: !is_alive && forget(server),
  }
}

/** Its state, and whether it is the one that answers. */
function ServerBadges({ is_this, is_alive, is_paused, is_stopped }: Server) {
  const isUpdated = is_alive && is_paused
  return (
    <Group gap={6}>
      {isUpdated ? (
        <Badge variant="default" tt="none">
          <WarningText>Being updated</WarningText>
        </Badge>
      ) : (
        <Badge variant="light" tt="none" color={is_alive ? 'pine' : 'gray'}>
          {is_alive ? 'Running' : is_stopped ? 'Stopped' : 'Gone'}
        </Badge>
      )}
      {is_this && (
        <Badge variant="default" tt="none">
          This one
        </Badge>
      )}
    </Group>
  )
}

function warningsOf({ clock_offset_ms, hears, is_alive }: Server) {
  const lines: string[] = []
  const offset = clock_offset_ms ?? 0
  if (Math.abs(offset) > LARGEST_OFFSET_MS) {
    lines.push(
      `Its clock is ${formatNumber(Math.round(Math.abs(offset) / 1000))} seconds ${offset > 0 ? 'ahead of' : 'behind'} the database's. Please correct it.`,
    )
  }
  if (is_alive && hears === false)
    lines.push('It is not receiving changes from the other servers, so open lists are refreshed every 15 seconds.')
  return lines
}

const databaseFacts = ({ database, replaced = [] }: SystemStatus): Described[] => [
  ['Kind', `${database.kind} ${database.version}`],
  ['Size', formatBytes(database.bytes)],
  ['Schema', database.schema],
  ...(replaced.length
    ? [['Replaced by a restore', <Replaced key="replaced" files={replaced} />] satisfies Described]
    : []),
]

/** Files with what was there before a restore, each with the day on which it goes. */
const Replaced = ({ files }: { files: NonNullable<SystemStatus['replaced']> }) => (
  <Stack gap={4}>
    {files.map(({ file, removed_on }) => (
      <span key={file}>{`${file} will be removed on ${formatDate(removed_on)}.`}</span>
    ))}
  </Stack>
)

function backupFacts({ backups }: SystemStatus): Described[] {
  if (!backups) return [['Scheduled backups', 'None']]
  const { last, problem, overdue, missing_files, by } = backups
  return [
    ...(by === null ? [] : [['Made by', by] satisfies Described]),
    ['Last', last ? formatDateTime(last) : 'None yet'],
    ['State', problem ?? (overdue ? 'Overdue' : 'In order'), problem !== null || overdue],
    numberOf('Missing files', missing_files),
  ]
}

/** A number that should be 0. */
const numberOf = (name: string, count: number): Described => [name, formatNumber(count), count > 0]

const jobFacts = ({ jobs }: SystemStatus): Described[] => [
  ['Waiting', formatNumber(jobs.waiting)],
  numberOf('Failing', jobs.failing),
  numberOf('Given up', jobs.given_up),
]

const storageFacts = ({ storage }: SystemStatus): Described[] => [
  ['Files', filesInWords(storage), storage.sweep_stopped],
  numberOf('Missing files', storage.missing_files),
  ['Free space', storage.free_bytes === null ? null : formatBytes(storage.free_bytes)],
]

function filesInWords({ kind, files, sweep_stopped }: SystemStatus['storage']) {
  if (files === null) return kind === 'S3' ? 'In S3, not counted yet' : 'On disk, not counted yet'
  const counted = `${formatNumber(files)} ${kind === 'S3' ? 'in S3' : 'on disk'}`
  return sweep_stopped ? `${counted}; cleanup stopped: too many files belong to no record` : counted
}

const mailEntry = ({ _id, kind, asked_at, attempts, error, given_up }: SystemStatus['failed_mails'][number]) => ({
  id: _id,
  icon: <MailX size={16} aria-hidden />,
  title: capital(kind),
  badge: given_up && (
    <Badge variant="light" tt="none" color="red">
      Given up
    </Badge>
  ),
  lines: [`Requested ${formatDateTime(asked_at)}. ${formatCount(attempts, 'attempt')}.`, error],
})
