import { type CSSProperties, type KeyboardEvent, memo, type PointerEvent, useMemo, useRef } from 'react'
import type { Column } from '#web/records/list/columns/columns.tsx'
import { type Filter, type NextFilter, NO_FILTER } from '#web/records/list/filters/column-filters.tsx'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import type { Sort } from '#web/records/list/state/list-state.ts'
import { useNarrowerThan } from '#web/ui/theme/breakpoints.ts'
import card from './card.module.css'
import { CellTooltip, useCellTooltip } from './cell-tooltip.tsx'
import {
  cardParts,
  cellStyles,
  gridTracks,
  isLead,
  leadOf,
  leastWidth,
  pinColumns,
  pinnedWidth,
  printTracks,
} from './column-layout.ts'
import edges from './edges.module.css'
import { handleGridKeys, type MoveRow } from './grid-keys.ts'
import { roles } from './grid-roles.ts'
import { GridRow } from './grid-row.tsx'
import classes from './grid-table.module.css'
import { type ArrangeColumns, HeaderCell } from './header-cell.tsx'
import lead from './lead-columns.module.css'
import { type OpenRow, rowVisits, type Visit } from './row-visits.ts'
import { useEdges } from './use-edges.ts'
import { useRestoreFocus } from './use-restore-focus.ts'
import { useRovingCells } from './use-roving-cells.ts'

type GridTableProps = {
  label: string
  rows: ListedRow[]
  /** The ids of rows that somebody else has just changed. */
  marked?: ReadonlySet<string>
  columns: Column<ListedRow>[]
  rowHeight: number
  sort: Sort[]
  filters: Record<string, Filter>
  /** The id of the titles and filters, which phones show only while they are `open`. */
  head: { id: string; isOpen: boolean }
  onSort: (next: (sort: Sort[]) => Sort[]) => void
  onFilter: (field: string, next: NextFilter) => void
  /** What can be done with the columns themselves; nothing where it is missing. */
  arrange?: ArrangeColumns | undefined
  /** What each row is part of, such as its day, where rows of one are beside each other. */
  partOf?: ((row: ListedRow) => string) | undefined
  /** Moves a row in its sequence; nothing where rows have none. */
  moveRow?: MoveRow | undefined
  /** Lets a row be dragged, if it is pressed where that begins. */
  dragRow?: ((event: PointerEvent) => void) | undefined
  /** Whether each row is a card on phones, with its name as title. */
  hasCards?: boolean
  /** Opens a row; nothing where rows cannot be opened. */
  openRow?: OpenRow | undefined
  /** Goes where a link leads. */
  visit?: Visit | undefined
}

/**
 * The table of a list: titles, filters and rows that the server has sorted and filtered. One cell of the titles and one
 * of the rows are Tab stops; arrow keys move between cells. On phones CSS turns each row into a card. It is most of
 * what a change of screen renders, so nothing of it is rendered again while its properties stay the same.
 */
export const GridTable = memo(function GridTable({
  label,
  rows,
  marked,
  columns,
  rowHeight,
  sort,
  filters,
  head,
  onSort,
  onFilter,
  arrange,
  partOf,
  moveRow,
  dragRow,
  hasCards = false,
  openRow,
  visit,
}: GridTableProps) {
  const table = useRef<HTMLTableElement>(null)
  const scroller = useRef<HTMLDivElement>(null)
  const narrow = useNarrowerThan('sm')
  const shown = useMemo(() => pinColumns(columns, narrow), [columns, narrow])
  const styles = useMemo(() => cellStyles(shown), [shown])
  const parts = useMemo(() => (hasCards ? cardParts(shown) : undefined), [hasCards, shown])
  const tooltip = useCellTooltip()
  const handlers = {
    ...useRestoreFocus(rows, table),
    ...(visit && rowVisits(openRow, visit)),
    onKeyDown: (event: KeyboardEvent<HTMLTableElement>) => handleGridKeys(event, moveRow, openRow),
    onPointerDown: dragRow,
  }
  useRovingCells(table)
  useEdges(scroller)

  return (
    <>
      <div
        ref={scroller}
        className={`${classes.scroller} ${lead.list} ${edges.list}`}
        data-lead={leadOf(shown)}
        style={
          {
            '--grid-row-height': `${rowHeight / 16}rem`,
            '--grid-tracks': gridTracks(shown),
            '--grid-print-tracks': printTracks(shown),
            '--grid-width': `${leastWidth(shown)}px`,
            '--grid-pinned-left': `${pinnedWidth(shown, 'left')}px`,
            '--grid-pinned-right': `${pinnedWidth(shown, 'right')}px`,
          } as CSSProperties
        }
        {...tooltip.handlers}
      >
        <table
          ref={table}
          {...roles.grid}
          aria-label={label}
          className={parts ? `${classes.table} ${card.cards}` : classes.table}
          data-visited={openRow === undefined ? undefined : true}
          {...handlers}
        >
          <thead {...roles.rowgroup} id={head.id} className={classes.head} data-open={head.isOpen || undefined}>
            <tr {...roles.row} className={`${classes.titles} ${lead.line}`} data-heading="Sort by">
              {shown.map((column, index) => (
                <HeaderCell
                  key={column.field}
                  column={column}
                  style={styles[index]}
                  sort={sort}
                  onSort={onSort}
                  arrange={arrange}
                />
              ))}
            </tr>
            <tr {...roles.row} className={`${classes.filters} ${lead.line}`} data-heading="Filters">
              {shown.map((column, index) => (
                <FilterCell
                  key={column.field}
                  column={column}
                  style={styles[index]}
                  value={filters[column.field] ?? NO_FILTER}
                  onFilter={onFilter}
                />
              ))}
            </tr>
          </thead>
          <tbody {...roles.rowgroup} className={classes.body}>
            {rows.map((row, index) => (
              <GridRow
                key={row._id}
                row={row}
                place={index}
                marked={marked?.has(row._id) ?? false}
                begins={begunBy(partOf, row, rows[index - 1])}
                columns={shown}
                styles={styles}
                parts={parts}
              />
            ))}
          </tbody>
        </table>
        <CellTooltip tip={tooltip.tip} />
      </div>
      <span className={edges.edge} data-side="left" />
      <span className={edges.edge} data-side="right" />
    </>
  )
})

/** What begins with a row. */
function begunBy(partOf: GridTableProps['partOf'], row: ListedRow, before: ListedRow | undefined) {
  const part = partOf?.(row)
  return before && partOf?.(before) === part ? undefined : part
}

type FilterCellProps = {
  column: Column<ListedRow>
  style: CSSProperties | undefined
  value: Filter
  onFilter: (field: string, next: NextFilter) => void
}

const FilterCell = memo(function FilterCell({ column, style, value, onFilter }: FilterCellProps) {
  const { field, title, pinned } = column
  const Control = column.filter?.Control
  return (
    <td
      {...roles.gridcell}
      className={isLead(column) ? `${classes.filter} ${lead.lead}` : classes.filter}
      data-title={Control && title}
      data-pinned={pinned}
      style={style}
    >
      {Control && <Control title={title} value={value} onChange={(next) => onFilter(field, next)} />}
    </td>
  )
})
