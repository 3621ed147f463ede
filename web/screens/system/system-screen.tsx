import { Badge, Box, SimpleGrid, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MailX, Server as ServerIcon } from 'lucide-react'
import { type Server, type SystemStatus, system } from '#contract/system.ts'
import { query } from '#web/api/query.ts'
import { helpOf } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import { GridMessage } from '#web/records/grid/grid-frame.tsx'
import { DescriptionList } from '#web/ui/description-list.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { formatAgo, formatBytes, formatCount, formatDateTime, formatNumber } from '#web/ui/format.ts'
import { Card } from '#web/ui/page/card.tsx'
import { Entries } from '#web/ui/page/entries.tsx'
import { Page } from '#web/ui/page/page.tsx'

/** Servers say that they are there this often. */
const EVERY_MS = 10_000
/** More than this is worth a word. */
const LARGEST_OFFSET_MS = 2_000

export function SystemScreen() {
  const { data, error, refetch } = useQuery({ ...query(system.status, {}), refetchInterval: EVERY_MS })
  const status = data?.data
  return (
    <Page title={screens.system.title} help={helpOf(screens.system)}>
      {!status && error && <GridMessage urgent text={error.message} action="Retry" onAction={() => void refetch()} />}
      {!status && !error && (
        <Loading>
          <Skeleton h={420} maw={1100} />
        </Loading>
      )}
      {status && <Status status={status} />}
    </Page>
  )
}

function Status({ status }: { status: SystemStatus }) {
  const { servers, failed_mails, failed_mail_count } = status
  return (
    <Stack maw={1100}>
      <Card title="Servers" text="All that use this database, and when each was last seen.">
        <Entries label="Servers" entries={servers.map(serverEntry)} />
      </Card>
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Facts title="Database" items={databaseFacts(status)} />
        <Facts title="Backups" items={backupFacts(status)} />
        <Facts title="Jobs" items={jobFacts(status)} />
        <Facts title="Storage" items={storageFacts(status)} />
      </SimpleGrid>
      <Card
        title="Mails that failed"
        text={
          failed_mail_count
            ? `${formatCount(failed_mail_count, 'mail')} could not be sent so far. The newest:`
            : 'None. Whatever was asked for has been sent, or waits for its first try.'
        }
      >
        {failed_mails.length > 0 && <Entries label="Mails that failed" entries={failed_mails.map(mailEntry)} />}
      </Card>
    </Stack>
  )
}

function Facts({ title, items }: { title: string; items: [name: string, value: string | null][] }) {
  return (
    <Card title={title}>
      <Box mt="sm">
        <DescriptionList items={items} />
      </Box>
    </Card>
  )
}

function serverEntry(server: Server) {
  const { _id, name, release, schema, started_at, seen_at } = server
  return {
    id: _id,
    icon: <ServerIcon size={16} aria-hidden />,
    title: name,
    badge: stateOf(server),
    lines: [
      `Release ${release}, schema ${schema}.`,
      `Started ${formatDateTime(started_at)}. Last seen ${formatAgo(seen_at)}.`,
      ...warningsOf(server),
    ],
  }
}

function stateOf({ is_this, is_alive, is_paused }: Server) {
  const [word, color] = !is_alive
    ? ['Gone', 'gray']
    : is_paused
      ? ['Being updated', 'orange']
      : is_this
        ? ['This one', 'pine']
        : ['Running', 'pine']
  return (
    <Badge variant="light" tt="none" color={color}>
      {word}
    </Badge>
  )
}

function warningsOf({ clock_offset_ms, hears, is_alive }: Server) {
  const lines: string[] = []
  const offset = clock_offset_ms ?? 0
  if (Math.abs(offset) > LARGEST_OFFSET_MS) {
    lines.push(
      `Its clock is ${formatNumber(Math.round(Math.abs(offset) / 1000))} seconds ${offset > 0 ? 'ahead of' : 'behind'} that of the database. Please set it right.`,
    )
  }
  if (is_alive && hears === false)
    lines.push('It does not hear what the other servers do, so open lists are read again every 15 seconds.')
  return lines
}

type Facts = [name: string, value: string | null][]

const databaseFacts = ({ database }: SystemStatus): Facts => [
  ['Kind', `${database.kind} ${database.version}`],
  ['Size', formatBytes(database.bytes)],
  ['Schema', database.schema],
]

function backupFacts({ backups }: SystemStatus): Facts {
  if (!backups) return [['Scheduled', 'Not on this server']]
  const { last, problem, overdue, missing_files } = backups
  return [
    ['Last', last ? formatDateTime(last) : 'None yet'],
    ['State', problem ?? (overdue ? 'Overdue' : 'In order')],
    ['Missing files', formatNumber(missing_files)],
  ]
}

const jobFacts = ({ jobs }: SystemStatus): Facts => [
  ['Waiting', formatNumber(jobs.waiting)],
  ['Failing', formatNumber(jobs.failing)],
  ['Given up', formatNumber(jobs.given_up)],
]

const storageFacts = ({ storage }: SystemStatus): Facts => [
  ['Files', filesInWords(storage)],
  ['Missing files', formatNumber(storage.missing_files)],
  ['Free space', storage.free_bytes === null ? null : formatBytes(storage.free_bytes)],
]

function filesInWords({ kind, files, sweep_stopped }: SystemStatus['storage']) {
  const where = kind === 'S3' ? 'in S3' : 'on disk'
  if (files === null) return `Not counted yet, ${where}`
  return `${formatNumber(files)} ${where}${sweep_stopped ? '; too many belong to no record' : ''}`
}

const mailEntry = ({ _id, kind, asked_at, attempts, error, given_up }: SystemStatus['failed_mails'][number]) => ({
  id: _id,
  icon: <MailX size={16} aria-hidden />,
  title: kind.charAt(0).toUpperCase() + kind.slice(1),
  badge: given_up && (
    <Badge variant="light" tt="none" color="red">
      Given up
    </Badge>
  ),
  lines: [`Asked for ${formatDateTime(asked_at)}, tried ${formatCount(attempts, 'time')}.`, error],
})
