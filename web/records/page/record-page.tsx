import { Alert, Button, Group, Text } from '@mantine/core'
import { type Query, useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { type ReactNode, startTransition, useEffect, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import type { RecordKind } from '#contract/kind.ts'
import { kinds, type RecordType, recordCalls } from '#contract/kinds.ts'
import { listPaths, ROLLOVER_PATH } from '#contract/paths.ts'
import { call } from '#web/api/call.ts'
import { useChanges } from '#web/api/live-events.ts'
import { isOwnChange } from '#web/api/session-changes.ts'
import { type Column, isPrepared, RecordStatus, StatusBadge } from '#web/records/list/columns/columns.tsx'
import type { Action } from '#web/records/list/rows/action.ts'
import { findRow } from '#web/records/list/rows/find-row.ts'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import { type ListEndpoint, useList } from '#web/records/list/state/use-list.ts'
import { withDialog } from '#web/records/shared/dialog-address.ts'
import { aloneOf } from '#web/records/shared/record-words.ts'
import { type AnyRow, columnsOf, fullNameOf } from '#web/records/shared/row-name.ts'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { formatAlternatives } from '#web/ui/format.ts'
import { Page } from '#web/ui/page/page.tsx'
import { ActionInWords } from './action-in-words.tsx'
import { belongingTo } from './belonging.ts'
import { Belongings } from './belongings.tsx'
import { Facts } from './facts.tsx'
import { LastChanges } from './last-changes.tsx'
import { Neighbours } from './neighbours.tsx'
import { Part } from './part.tsx'
import { PartsProvider, useParts } from './parts.ts'
import classes from './record-page.module.css'
import { UnreadRecord } from './unread-record.tsx'
import { useNeighbours } from './use-neighbours.ts'
import { usePageKeys } from './use-page-keys.tsx'
import { useVisited } from './visited.ts'

type RecordPageProps = {
  id: string
  type: RecordType
  /** That of the list. */
  title: string
  columns: Column<ListedRow>[]
  /** What the calls of the list send besides its state. */
  input: Partial<CallInput<ListEndpoint>> | undefined
  /** What it is called in the heading, where that is not its full name. */
  nameOf?: ((row: ListedRow) => string) | undefined
  onRestore?: (row: ListedRow) => void
  /** What is shown above its facts, and the keys that work in it. */
  lead?: (row: ListedRow) => ReactNode
  keys?: [keys: string, meaning: string][]
  more?: (row: ListedRow) => ReactNode
  /** The dialogs of the list. */
  children: ReactNode
}

/** The page of one record: its facts, what belongs to it, its last changes, and what can be done with it. */
export function RecordPage(props: RecordPageProps) {
  const { id, type, title, columns, input, nameOf, onRestore, lead, keys, more, children } = props
  const { search } = useLocation()
  const parent = { title, to: listPaths[type] + withDialog(search, undefined) }
  const { row, error, retry } = useRecord(type, id)
  const list = useList({
    list: recordCalls[type].list as ListEndpoint,
    columns,
    name: type,
    input,
  })
  const neighbours = useNeighbours(type, id, list)
  const { showKeys, keysDialog } = usePageKeys(neighbours, parent.to, { keys })
  const { noun, state }: RecordKind = kinds[type]
  const { wire: stateField = '' } = columnsOf(type).find(({ name }) => name === state) ?? {}
  useVisited(type, id, row && fullNameOf(type, row), row?.is_deleted)
  useFreshParts(list.rows.queryKey[0])
  const isPainted = usePainted()
  const parts = useParts()

  if (!row) {
    return error ? <UnreadRecord type={type} error={error} list={parent} onRetry={retry} /> : <Loading />
  }
  // Nothing belongs to it: there is room.
  const isBare = belongingTo(type).length === 0
  const columnOf = (field: string) => columns.find((column) => column.field === field)

  return (
    <Page
      title={nameOf?.(row) ?? aloneOf(type, fullNameOf(type, row))}
      parent={parent}
      help={`This ${noun[0]}’s details, what belongs to it, and its latest changes.`}
      onKeys={showKeys}
      besideTitle={<State value={row[stateField]} row={row} cell={columnOf('status')?.cell?.(row)} />}
      actions={<Neighbours {...neighbours} />}
    >
      <div className={classes.actions}>
        {nextFirst(columnOf('actions')?.actions?.(row) ?? []).map((action) => (
          <ActionInWords key={action.label} action={action} />
        ))}
      </div>
      {row.is_deleted && onRestore && (
        <Alert color="gray" variant="outline" mb="md" title={`This ${noun[0]} has been removed`}>
          <Group justify="space-between" gap="sm">
            <Text size="sm">Hidden from owners and from choices. Nothing is lost.</Text>
            <Button
              variant="default"
              size="xs"
              leftSection={<RotateCcw size={14} aria-hidden />}
              onClick={() => onRestore(row)}
            >
              Restore
            </Button>
          </Group>
        </Alert>
      )}
      {lead && <div className={classes.lead}>{lead(row)}</div>}
      <div className={classes.page}>
        <div className={classes.main}>
          <Part title="Details">
            <Facts type={type} row={row} columns={columns} />
          </Part>
          {!isBare && isPainted && more && (
            <div className={classes.more} hidden={!parts.isReady}>
              <PartsProvider value={parts.report}>{more(row)}</PartsProvider>
            </div>
          )}
          {parts.isReady && parts.none.length > 0 && (
            <Text size="sm" c="dimmed">{`No ${formatAlternatives(parts.none)} yet.`}</Text>
          )}
        </div>
        <div>
          {!parts.isReady && <Loading size="sm" />}
          {isPainted && (
            <div className={classes.aside} hidden={!parts.isReady}>
              <PartsProvider value={parts.report}>
                {isBare && more?.(row)}
                <Belongings type={type} id={id} />
                <LastChanges type={type} id={id} />
              </PartsProvider>
            </div>
          )}
        </div>
      </div>
      {children}
      {keysDialog}
      <FocusHeading />
    </Page>
  )
}

/** The available actions, beginning with the one that comes next. */
const nextFirst = (actions: (Action | false)[]) =>
  actions.filter((action) => action !== false).sort((one, other) => Number(!one.word) - Number(!other.word))

/** Reads the parts of the page again when others change something; its list, for what comes next, follows by itself. */
function useFreshParts(listPath: string) {
  const client = useQueryClient()
  useChanges((ids) => {
    if (client.isMutating() > 0 || ids?.every(isOwnChange)) return
    const isPart = ({ queryKey, meta }: Query) => queryKey[0] !== listPath && meta?.refetchAfterChange !== false
    void client.refetchQueries({ type: 'active', predicate: isPart })
  })
}

/** Whether the facts are on screen, after which what has to be read for them can follow. */
function usePainted() {
  const [isPainted, setPainted] = useState(false)
  useEffect(() => startTransition(() => setPainted(true)), [])
  return isPainted
}

/** Gives the focus to the heading where it came too late for the shell, which left it to the content. */
function FocusHeading() {
  useEffect(() => {
    if (document.activeElement?.id === 'content') document.querySelector<HTMLElement>('#content h1')?.focus()
  }, [])
  return null
}

/** Whether a record is active, and what switches that where the list has it. */
const State = ({ value, row, cell }: { value: unknown; row: AnyRow; cell: ReactNode }) => (
  <span className={classes.state}>
    {typeof value === 'boolean' && <StatusBadge active={value} />}
    {isPrepared(row) ? (
      <Link to={ROLLOVER_PATH} className={classes.prepared ?? ''}>
        <RecordStatus row={row} />
      </Link>
    ) : (
      (cell ?? <RecordStatus row={row} />)
    )}
  </span>
)

/** A record: what a list has read of it at once, then what the server says. */
function useRecord(type: RecordType, id: string) {
  const client = useQueryClient()
  const { list, get } = recordCalls[type]
  const known = findRow(client, list, id)
  const { data, error, refetch } = useQuery({
    // Under another key than that of the dialogs, which do not want the answer again after a change.
    queryKey: [get.path, 'page', id],
    queryFn: ({ signal }) => call(get as Endpoint, { [kinds[type].key]: id }, { signal }) as Promise<{ data: AnyRow }>,
    ...(known && { placeholderData: { data: known } }),
  })
  return { row: data?.data, error, retry: () => void refetch() }
}
