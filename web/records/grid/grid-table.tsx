import {
  CellStyleModule,
  ClientSideRowModelModule,
  type ColDef,
  ColumnApiModule,
  ModuleRegistry,
  RenderApiModule,
  RowApiModule,
  ScrollApiModule,
  type SortChangedEvent,
  TextFilterModule,
  TooltipModule,
  ValidationModule,
} from 'ag-grid-community'
import { AgGridReact } from 'ag-grid-react'
import { type CSSProperties, useMemo, useRef } from 'react'
import type { Column } from '#web/records/list/columns.tsx'
import type { Sort } from '#web/records/list/list-state.ts'
import type { ListedRow } from '#web/records/list/use-list-page.ts'
import { useNarrowerThan } from '#web/ui/theme/breakpoints.ts'
import { CustomCell, FilterCell, GridContext } from './grid-cells.tsx'
import classes from './grid-frame.module.css'
import { focusFirstButton, handleKeysInCell, handleTab } from './grid-keys.ts'
import { FILTER_ROW_HEIGHT, HEADER_HEIGHT } from './grid-measures.ts'
import { gridTheme } from './grid-theme.ts'
import { useRestoreFocus } from './use-restore-focus.ts'

ModuleRegistry.registerModules([
  ClientSideRowModelModule,
  TextFilterModule,
  CellStyleModule,
  RowApiModule,
  ColumnApiModule,
  ScrollApiModule,
  RenderApiModule,
  TooltipModule,
  ...(import.meta.env.DEV ? [ValidationModule] : []),
])

const MAX_PINNED_WIDTH_ON_PHONES = 150

type GridTableProps = {
  label: string
  rows: ListedRow[]
  columns: Column<never>[]
  rowHeight: number
  sort: Sort | null
  filters: Record<string, string>
  onSort: (sort: Sort | null) => void
  onFilter: (field: string, text: string) => void
}

/**
 * The ag-grid of a list. It renders rows that the server has sorted and filtered, and reports what the user changes.
 */
export function GridTable({ label, rows, columns, rowHeight, sort, filters, onSort, onFilter }: GridTableProps) {
  const grid = useRef<AgGridReact>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { field: sortField, order: sortOrder } = sort ?? { field: null, order: null }
  const restoreFocus = useRestoreFocus(rows, () => grid.current?.api)
  // Screens create new columns on each render. Cells get them through a context, so the definitions change only with
  // the layout: otherwise the grid rebuilds its header and the filters lose the focus.
  const onPhone = useNarrowerThan('sm')
  const layout = JSON.stringify(columns.map((column) => layoutOf(column, onPhone)))
  const definitions = useMemo(
    () =>
      (JSON.parse(layout) as Layout[]).map((column) =>
        toDefinition(column, column.field === sortField ? sortOrder : null),
      ),
    [layout, sortField, sortOrder],
  )

  function sortChanged({ api, source }: SortChangedEvent) {
    if (source === 'api' || source === 'gridOptionsChanged') return
    const sorted = api.getColumns()?.find((column) => column.getSort())
    const order = sorted?.getSort()
    onSort(sorted && order ? { field: sorted.getColId(), order } : null)
  }

  return (
    <GridContext value={{ columns, filters, onFilter }}>
      <div
        ref={frame}
        className={classes.table}
        style={{ '--list-row-height': `${rowHeight}px` } as CSSProperties}
        {...restoreFocus}
        onKeyDownCapture={(event) => {
          focusFirstButton(event)
          handleTab(event, grid.current?.api)
        }}
      >
        <AgGridReact
          ref={grid}
          theme={gridTheme}
          rowData={rows}
          columnDefs={definitions}
          getRowId={({ data }) => data._id}
          headerHeight={HEADER_HEIGHT}
          floatingFiltersHeight={FILTER_ROW_HEIGHT}
          rowHeight={rowHeight}
          onGridReady={() => frame.current?.querySelector('[role=grid]')?.setAttribute('aria-label', label)}
          onSortChanged={sortChanged}
          tabToNextCell={() => false}
          tabToNextHeader={() => false}
          suppressMultiSort
          suppressOverlays={['loading', 'noRows', 'noMatchingRows']}
          suppressMovableColumns
          suppressColumnVirtualisation
          ensureDomOrder
          tooltipShowMode="whenTruncated"
          tooltipShowDelay={400}
        />
      </div>
    </GridContext>
  )
}

const customCell: ColDef = {
  cellRenderer: CustomCell,
  // The value is the whole row, so that the cell is rendered again when any field changes.
  valueGetter: ({ data }) => data,
  cellStyle: { display: 'flex', alignItems: 'center' },
}

// A wide pinned column would leave no space for the others on a phone.
const layoutOf = ({ cell, filter, pinned, ...column }: Column<never>, onPhone: boolean) => ({
  ...column,
  custom: !!cell,
  filtered: !!filter,
  pinned: onPhone && (column.width ?? 0) > MAX_PINNED_WIDTH_ON_PHONES ? undefined : pinned,
})
type Layout = ReturnType<typeof layoutOf>

function toDefinition(column: Layout, order: Sort['order'] | null): ColDef {
  const { field, title, sortable = false, filtered, custom, width, flex, minWidth, pinned, enterable } = column
  return {
    field,
    colId: field,
    headerName: title,
    sortable,
    // The server has sorted the rows.
    comparator: () => 0,
    sort: order,
    unSortIcon: sortable,
    // The text is in the URL and the server has filtered: the grid's own filter stays empty.
    filter: filtered ? 'agTextColumnFilter' : false,
    floatingFilter: filtered,
    floatingFilterComponent: FilterCell,
    suppressFloatingFilterButton: true,
    suppressHeaderFilterButton: true,
    suppressHeaderMenuButton: true,
    cellDataType: false,
    tooltip: !custom,
    resizable: width === undefined,
    pinned: pinned ?? null,
    ...(custom && customCell),
    ...(enterable && { suppressKeyboardEvent: handleKeysInCell }),
    ...(width !== undefined && { width }),
    // Only for a new column: a width that the user has set stays when the list is sorted.
    ...(flex !== undefined && { initialFlex: flex }),
    ...(minWidth !== undefined && { minWidth }),
  }
}
