import { lazy, type ReactNode, Suspense, useEffect, useMemo } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import { GridFrame, GridLoading, GridMessage } from '#web/records/grid/grid-frame.tsx'
import { type Column, withRoomFor } from './columns.tsx'
import { PagesBar } from './list-pagination.tsx'
import { type ListEndpoint, type RowOf, useListPage } from './use-list-page.ts'

// The grid library is a chunk of its own, loaded with the first list while the rows are on their way.
const GridTable = lazy(() =>
  import('#web/records/grid/grid-table.tsx').then(({ GridTable }) => ({ default: GridTable })),
)

type ListGridProps<E extends ListEndpoint> = {
  list: E
  /** What the grid is called, for those who hear it: the title of the page. */
  label: string
  columns: Column<NoInfer<RowOf<E>>>[]
  /** Sent with every call of the list, beside page, sort and filters. */
  input?: Partial<CallInput<E>>
  rowHeight?: number
  /** Commands that stand below the rows. */
  children?: ReactNode
}

/**
 * A list as a grid: sorted, filtered and paged by the server, its state kept in the address.
 * Rows stay in view while the next ones load; `[list.path]` invalidated re-fetches them.
 */
export function ListGrid<E extends ListEndpoint>({
  list,
  label,
  columns,
  input,
  rowHeight = 40,
  children,
}: ListGridProps<E>) {
  const { state, change, page, error, isFetching, isPlaceholderData, refetch } = useListPage(list, columns, input)
  const pages = Math.max(1, Math.ceil((page?.total ?? 0) / state.perPage))

  const beyondTheEnd = page && !isPlaceholderData && page.data.length === 0 && state.page > pages
  useEffect(() => {
    if (beyondTheEnd) change.showPage(pages, { replace: true })
  })

  const filtered = Object.keys(state.filters).length > 0
  const shown = useMemo(() => page?.data ?? [], [page])

  return (
    <GridFrame
      label={label}
      rows={shown.length}
      rowHeight={rowHeight}
      leastWidth={columns.reduce((sum, { width, minWidth }) => sum + (width ?? minWidth ?? 0), 0)}
      busy={isFetching}
      cover={
        error && !page && !isFetching ? (
          <GridMessage urgent text={error.message} action="Retry" onAction={() => void refetch()} />
        ) : !page ? (
          <GridLoading />
        ) : !isFetching && shown.length === 0 && !beyondTheEnd ? (
          <GridMessage
            text="No Records Found."
            {...(filtered && { action: 'Clear filters', onAction: change.clearFilters })}
          />
        ) : null
      }
      footer={
        page && (
          <PagesBar
            total={page.total}
            page={state.page}
            perPage={state.perPage}
            onPage={change.showPage}
            onPageSize={change.setPageSize}
          >
            {children}
          </PagesBar>
        )
      }
    >
      <Suspense fallback={null}>
        <GridTable
          label={label}
          rows={shown}
          columns={withRoomFor(columns, page?.total ?? 0) as Column<never>[]}
          rowHeight={rowHeight}
          sort={state.sort}
          filters={state.filters}
          onSort={change.setSort}
          onFilter={change.setFilter}
        />
      </Suspense>
    </GridFrame>
  )
}
