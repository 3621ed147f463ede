import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useMemo } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import type { ListName } from '#contract/views.ts'
import { GridFrame, GridLoading, GridMessage, StaleNotice } from '#web/records/grid/grid-frame.tsx'
import { GridTable } from '#web/records/grid/grid-table.tsx'
import { useColumnSettings } from './column-settings.ts'
import { type Column, fitRowNumber } from './columns.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { ListPagination } from './list-pagination.tsx'
import { useSavePreferences } from './preferences.ts'
import { type ListEndpoint, type RowOf, useListPage } from './use-list-page.ts'

type ListGridProps<E extends ListEndpoint> = {
  list: E
  /** The name under which the administrator's columns and page size are kept. */
  name?: ListName
  /** The accessible name of the grid. */
  label: string
  columns: Column<NoInfer<RowOf<E>>>[]
  /** Input for every call of the list, besides page, sort and filters. */
  input?: Partial<CallInput<E>>
  rowHeight?: number
  /** What the list is for, which it says while it is empty. */
  purpose?: string | undefined
  /** Opens the dialog for a new record, which an empty list offers. */
  onNew?: () => void
  /** Buttons below the rows. */
  children?: ReactNode
}

/**
 * A list as a grid. The server sorts, filters and paginates; the state is in the URL. Rows stay visible while the next
 * ones load. Shows loading, empty and error states.
 */
export function ListGrid<E extends ListEndpoint>(props: ListGridProps<E>) {
  const { list, name, label, columns, input, rowHeight = 40, purpose, onNew, children } = props
  const listed = useListPage(list, columns, input, name)
  const { state, change, page, error, isFetching, isPlaceholderData, refetch } = listed
  const columnSettings = useColumnSettings(name, columns)
  const savePreferences = useSavePreferences(name)
  const pages = Math.max(1, Math.ceil((page?.total ?? 0) / state.perPage))

  const pastLastPage = page && !isPlaceholderData && page.data.length === 0 && state.page > pages
  useEffect(() => {
    if (pastLastPage) change.showPage(pages, { replace: true })
  })

  const filtered = Object.keys(state.filters).length > 0
  const shown = useMemo(() => page?.data ?? [], [page])
  const empty = page && !isFetching && shown.length === 0 && !pastLastPage
  const visible = columnSettings.arranged.filter((part) => part.shown).map(({ column }) => column as Column<RowOf<E>>)

  return (
    <GridFrame
      label={label}
      busy={isFetching}
      overlay={
        error && !page && !isFetching ? (
          <GridMessage urgent text={error.message} action="Retry" onAction={() => void refetch()} />
        ) : !page ? (
          <GridLoading />
        ) : empty && filtered ? (
          <GridMessage text="No Records Found." action="Clear filters" onAction={change.clearFilters} />
        ) : empty ? (
          <GridMessage
            text="No Records Found."
            hint={purpose}
            {...(onNew && { action: 'Add the first record', onAction: onNew })}
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
            onPageSize={(size) => {
              savePreferences({ per_page: size })
              change.setPageSize(size)
            }}
          >
            <ColumnsMenu columns={columnSettings} onHide={(field) => change.setFilter(field, null)} />
            {filtered && !empty && (
              <Button variant="subtle" size="xs" onClick={change.clearFilters}>
                Clear filters
              </Button>
            )}
            {children}
          </ListPagination>
        )
      }
    >
      <GridTable
        label={label}
        rows={shown}
        columns={fitRowNumber(visible, page?.total ?? 0) as unknown as Column<never>[]}
        rowHeight={rowHeight}
        sort={state.sort}
        filters={state.filters}
        onSort={change.setSort}
        onFilter={change.setFilter}
        arrange={columnSettings.arrange}
      />
    </GridFrame>
  )
}
