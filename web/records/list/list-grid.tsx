import { type ReactNode, useEffect, useMemo } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import { GridFrame, GridLoading, GridMessage, StaleNotice } from '#web/records/grid/grid-frame.tsx'
import { GridTable } from '#web/records/grid/grid-table.tsx'
import { type Column, fitRowNumber } from './columns.tsx'
import { ListPagination } from './list-pagination.tsx'
import { type ListEndpoint, type RowOf, useListPage } from './use-list-page.ts'

type ListGridProps<E extends ListEndpoint> = {
  list: E
  /** The accessible name of the grid. */
  label: string
  columns: Column<NoInfer<RowOf<E>>>[]
  /** Input for every call of the list, besides page, sort and filters. */
  input?: Partial<CallInput<E>>
  rowHeight?: number
  /** Buttons below the rows. */
  children?: ReactNode
}

/**
 * A list as a grid. The server sorts, filters and paginates; the state is in the URL. Rows stay visible while the next
 * ones load. Shows loading, empty and error states.
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

  const pastLastPage = page && !isPlaceholderData && page.data.length === 0 && state.page > pages
  useEffect(() => {
    if (pastLastPage) change.showPage(pages, { replace: true })
  })

  const filtered = Object.keys(state.filters).length > 0
  const shown = useMemo(() => page?.data ?? [], [page])

  return (
    <GridFrame
      label={label}
      busy={isFetching}
      overlay={
        error && !page && !isFetching ? (
          <GridMessage urgent text={error.message} action="Retry" onAction={() => void refetch()} />
        ) : !page ? (
          <GridLoading />
        ) : !isFetching && shown.length === 0 && !pastLastPage ? (
          <GridMessage
            text="No Records Found."
            {...(filtered && { action: 'Clear filters', onAction: change.clearFilters })}
          />
        ) : null
      }
      notice={error && page && <StaleNotice reason={error.message} onRetry={() => void refetch()} />}
      footer={
        page && (
          <ListPagination
            total={page.total}
            page={state.page}
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
        columns={fitRowNumber(columns, page?.total ?? 0) as Column<never>[]}
        rowHeight={rowHeight}
        sort={state.sort}
        filters={state.filters}
        onSort={change.setSort}
        onFilter={change.setFilter}
      />
    </GridFrame>
  )
}
