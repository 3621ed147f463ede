import { VisuallyHidden } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useId, useMemo, useState } from 'react'
import { useOnline } from '#web/api/connection.ts'
import { GridFrame, GridLoading, GridMessage, StaleNotice } from '#web/records/list/grid/grid-frame.tsx'
import { GridTable } from '#web/records/list/grid/grid-table.tsx'
import type { Reorder } from '#web/records/list/reorder/use-reorder.ts'
import { useNarrowerThan } from '#web/ui/theme/breakpoints.ts'
import { ListBar } from './bar/list-bar.tsx'
import { type AnyColumn, type Column, fitRowNumber } from './columns/columns.tsx'
import { type ContentWidths, measureColumns } from './columns/content-widths.ts'
import { soughtBy, textFilter } from './filters/column-filters.tsx'
import { ListPagination } from './list-pagination.tsx'
import type { ListedRow } from './rows/listed-row.ts'
import type { Sort } from './state/list-state.ts'
import { type List, type ListEndpoint, type ListOptions, useList } from './state/use-list.ts'
import { focusFirstFilter } from './use-list-keys.ts'
import { useVisit } from './use-visit.ts'
import { WaitingRows } from './waiting-rows.tsx'

// A separate chunk, loaded when a filter finds nothing for the first time.
const Elsewhere = lazy(() => import('./elsewhere/elsewhere.tsx').then((module) => ({ default: module.Elsewhere })))

type GridProps = {
  /** The accessible name of the grid. */
  label: string
  rowHeight?: number | undefined
  /** What the list is for, which it says while it is empty. */
  purpose?: string | undefined
  /** Opens the dialog for a new record, which an empty list offers. */
  onNew?: (() => void) | undefined
  /** What one record is called there. */
  noun?: string
  /** How rows are moved in their sequence. */
  reorder?: Omit<Reorder, 'said'> | undefined
  /** The group that each row belongs to, such as its day, in the order of this field, which is the usual one. */
  parts?: { field: string; of: (row: ListedRow) => string } | undefined
  /** The path below which each row has a page. */
  rowPath?: string | undefined
  /** Shows a row where it has no page. */
  onOpen?: ((id: string) => void) | undefined
  /** Says on cards whether a record is active, where no column does. */
  cardState?: Column<ListedRow> | undefined
  /** Its views, in the bar above it. */
  tabs?: ReactNode
  /** The page is about this list, which can be printed. */
  prints?: boolean
  /** The button that exports it, in the bar above it. */
  exporting?: ReactNode
  /** What is done with the ticked rows, below them. */
  bar?: ReactNode
  /** Buttons below the rows. */
  children?: ReactNode
}

/** A separate list as a grid, for callers that need nothing else of the list. */
export const ListGrid = <E extends ListEndpoint>({
  list,
  columns,
  name,
  input,
  ...grid
}: ListOptions<E> & GridProps) => <GridOfList list={useList({ list, columns, name, input })} {...grid} />

/**
 * A list as a grid. The server sorts, filters and paginates; the state is in the URL. Rows stay visible while the next
 * ones load. Shows loading, empty and error states.
 */
export function GridOfList({
  list,
  label,
  rowHeight = 40,
  purpose,
  onNew,
  noun = 'record',
  reorder,
  parts,
  rowPath,
  onOpen,
  cardState,
  tabs,
  prints = false,
  exporting,
  bar,
  children,
}: GridProps & { list: List }) {
  const { state, change, page, columnSettings } = list
  const shown = useMemo(() => page?.data ?? [], [page])
  // The button is gone then, and with it the focus.
  const clearFilters = () => {
    change.clearFilters()
    focusFirstFilter()
  }
  const handle = reorder?.column
  const { arranged } = columnSettings
  const total = page?.total ?? 0
  const onPhone = useNarrowerThan('sm')
  // On phones the head is closed until it is needed.
  const [headOpen, setHeadOpen] = useState(false)
  const head = { id: useId(), isOpen: headOpen, toggle: () => setHeadOpen(!headOpen) }
  const visible = useMemo(() => {
    const visible = arranged.flatMap(({ column, shown }) => (shown ? [column] : []))
    return [...(handle ? [handle] : []), ...visible, ...(onPhone && cardState ? [cardState] : [])]
  }, [handle, arranged, onPhone, cardState])
  // Measured once, so that no column moves when other rows come.
  const [widths, setWidths] = useState<ContentWidths>(new Map())
  const measured = measureColumns(widths, visible, shown)
  if (measured !== widths) setWidths(measured)
  const columns = useMemo(
    () => fitRowNumber(visible, total).map((column) => ({ ...column, ...widths.get(column.field) })),
    [visible, total, widths],
  )
  const shownHead = useMemo(() => ({ id: head.id, isOpen: headOpen }), [head.id, headOpen])
  const onSort = useCallbackRef(change.setSort)
  const onFilter = useCallbackRef(change.setFilter)
  const moveRow = useCallbackRef(reorder?.moveRow)
  const dragRow = useCallbackRef(reorder?.dragRow)
  const visit = useVisit(rowPath)
  const openRow = useCallbackRef((id: string, inNewTab: boolean) =>
    rowPath === undefined ? onOpen?.(id) : visit(`${rowPath}/${id}`, inNewTab),
  )

  return (
    <>
      <ListBar
        list={list}
        tabs={tabs}
        prints={prints}
        exporting={exporting}
        head={head}
        onClearFilters={clearFilters}
      />
      <VisuallyHidden component="output" aria-label="Sorting">
        {sortedBy(state.sort, columns)}
      </VisuallyHidden>
      <ListFrame
        list={list}
        label={label}
        purpose={purpose}
        onNew={onNew}
        noun={noun}
        onClearFilters={clearFilters}
        bar={bar}
        footer={
          page && (
            <ListPagination
              total={page.total}
              page={state.page}
              {...(list.error && { shownPage: page.current_page })}
              perPage={state.perPage}
              onPage={change.showPage}
              onPageSize={change.setPageSize}
            >
              {children}
            </ListPagination>
          )
        }
      >
        <GridTable
          label={label}
          rows={shown}
          marked={list.live.marked}
          columns={columns}
          rowHeight={rowHeight}
          sort={state.sort}
          filters={state.filters}
          head={shownHead}
          onSort={onSort}
          onFilter={onFilter}
          arrange={columnSettings.arrange}
          partOf={[parts?.field, undefined].includes(state.sort[0]?.field) ? parts?.of : undefined}
          moveRow={reorder && moveRow}
          dragRow={reorder && dragRow}
          hasCards={rowPath !== undefined || onOpen !== undefined}
          openRow={rowPath === undefined && !onOpen ? undefined : openRow}
          visit={visit}
        />
      </ListFrame>
    </>
  )
}

/** How a list is sorted, in words. */
function sortedBy(sort: Sort[], columns: AnyColumn[]) {
  const parts = sort.map(({ field, order }) => {
    const title = columns.find((column) => column.field === field)?.title ?? field
    return `${title}, ${order === 'asc' ? 'ascending' : 'descending'}`
  })
  return parts.length ? `Sorted by ${parts.join('; then by ')}` : 'In the usual order'
}

type ListFrameProps = {
  list: List
  label: string
  purpose: string | undefined
  onNew: (() => void) | undefined
  noun: string
  onClearFilters: () => void
  bar: ReactNode
  footer: ReactNode
  children: ReactNode
}

/**
 * What is around the rows of a list. It knows by itself whether they are being read, so that nothing else is rendered
 * when the same ones come again.
 */
function ListFrame({ list, label, purpose, onNew, noun, onClearFilters, bar, footer, children }: ListFrameProps) {
  const { page, error, refetch, live } = list
  const { isFetching } = useQuery(list.rows)
  const online = useOnline()
  const readAt = useReadAt(list)
  const isStale = page !== undefined && (error !== null || !online)
  const empty = page && !isFetching && page.data.length === 0 && !list.isPastEnd

  return (
    <GridFrame
      label={label}
      busy={isFetching}
      stale={isStale}
      overlay={
        error && !page && !isFetching ? (
          <UnreadMessage error={error} online={online} onRetry={() => void refetch()} />
        ) : !page ? (
          <GridLoading />
        ) : empty && list.filtered.length > 0 ? (
          <GridMessage text="No Records Found." action="Clear filters" onAction={onClearFilters}>
            <FoundElsewhere list={list} />
          </GridMessage>
        ) : empty ? (
          <GridMessage
            text="No Records Found."
            hint={purpose}
            {...(onNew && { action: `Add the first ${noun}`, onAction: onNew })}
          />
        ) : null
      }
      notice={
        isStale && readAt ? (
          // Without a connection the notice on top says why, and reads them again when there is one.
          <StaleNotice
            at={readAt}
            isBefore={list.isPlaceholderData}
            {...(online && error && { reason: error.message, onRetry: () => void refetch() })}
          />
        ) : (
          live.waiting !== undefined && <WaitingRows count={live.waiting} onShow={live.show} />
        )
      }
      bar={bar}
      footer={footer}
    >
      {children}
    </GridFrame>
  )
}

/** What the first text that filters a list would find among other kinds of records. */
function FoundElsewhere({ list: { type, columns, state } }: { list: List }) {
  const text = columns
    .filter(({ filter }) => filter === textFilter)
    .map(({ field }) => soughtBy(state.filters[field]))
    .find(Boolean)
  if (!type || !text) return null
  return (
    <Suspense fallback={null}>
      <Elsewhere type={type} text={text} />
    </Suspense>
  )
}

/** When the rows that are shown were read, even where they are those of a previous address. */
function useReadAt({ rows, page }: List) {
  const { dataUpdatedAt } = useQuery(rows)
  const client = useQueryClient()
  if (dataUpdatedAt) return dataUpdatedAt
  const before = client.getQueryCache().findAll({ queryKey: [rows.queryKey[0]] })
  return before.find(({ state }) => state.data === page)?.state.dataUpdatedAt
}

type UnreadMessageProps = { error: Error; online: boolean; onRetry: () => void }

const UnreadMessage = ({ error, online, onRetry }: UnreadMessageProps) =>
  online ? (
    <GridMessage urgent text={error.message} action="Retry" onAction={onRetry} />
  ) : (
    <GridMessage text="The rows will load once you are back online." />
  )
