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
import { useMemo, useRef } from 'react'
import type { Column } from '#web/records/list/columns.tsx'
import type { Sort } from '#web/records/list/list-state.ts'
import type { ListedRow } from '#web/records/list/use-list-page.ts'
import { useNarrowerThan } from '#web/ui/theme/breakpoints.ts'
import { DrawnCell, FilterCell, GridContext } from './grid-cells.tsx'
import classes from './grid-frame.module.css'
import { enterCell, staysInCell, tabThroughGrid } from './grid-keys.ts'
import { FILTER_ROW_HEIGHT, HEADER_HEIGHT } from './grid-measures.ts'
import { gridTheme } from './grid-theme.ts'
import { useKeptFocus } from './use-restore-focus.ts'

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

const WIDEST_PINNED_ON_PHONES = 150

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

/** The grid itself. It only shows: rows come sorted and filtered, and what the person asks for is handed on. */
export function GridTable({ label, rows, columns, rowHeight, sort, filters, onSort, onFilter }: GridTableProps) {
  const grid = useRef<AgGridReact>(null)
  const frame = useRef<HTMLDivElement>(null)
  const { field: sortField, order: sortOrder } = sort ?? { field: null, order: null }
  const keptFocus = useKeptFocus(rows, () => grid.current?.api)
  // The columns are new with each render of the screen. Their functions reach the cells through the context, so the
  // grid's own definitions only change when the layout does: cheap, and the filters keep their focus.
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
        {...keptFocus}
        onKeyDownCapture={(event) => {
          enterCell(event)
          tabThroughGrid(event, grid.current?.api)
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
          enableCellTextSelection
          tooltipShowMode="whenTruncated"
          tooltipShowDelay={400}
        />
      </div>
    </GridContext>
  )
}

const drawnByColumn: ColDef = {
  cellRenderer: DrawnCell,
  // The whole row is the value, so that the cell is drawn anew whenever the row was read anew.
  valueGetter: ({ data }) => data,
  cellStyle: { display: 'flex', alignItems: 'center' },
}

// A wide column that stays in place would leave a phone no room for the others.
const layoutOf = ({ cell, filter, pinned, ...column }: Column<never>, onPhone: boolean) => ({
  ...column,
  drawn: !!cell,
  filtered: !!filter,
  pinned: onPhone && (column.width ?? 0) > WIDEST_PINNED_ON_PHONES ? undefined : pinned,
})
type Layout = ReturnType<typeof layoutOf>

function toDefinition(column: Layout, order: Sort['order'] | null): ColDef {
  const { field, title, sortable = false, filtered, drawn, width, flex, minWidth, pinned, enterable } = column
  return {
    field,
    colId: field,
    headerName: title,
    sortable,
    // Sorted by the server; the grid keeps the order it is given.
    comparator: () => 0,
    sort: order,
    unSortIcon: sortable,
    // Its text lives in the address: the grid's own filter stays empty and lets every row through.
    filter: filtered ? 'agTextColumnFilter' : false,
    floatingFilter: filtered,
    floatingFilterComponent: FilterCell,
    suppressFloatingFilterButton: true,
    suppressHeaderFilterButton: true,
    suppressHeaderMenuButton: true,
    cellDataType: false,
    tooltip: !drawn,
    resizable: width === undefined,
    pinned: pinned ?? null,
    ...(drawn && drawnByColumn),
    ...(enterable && { suppressKeyboardEvent: staysInCell }),
    ...(width !== undefined && { width }),
    ...(flex !== undefined && { flex }),
    ...(minWidth !== undefined && { minWidth }),
  }
}
