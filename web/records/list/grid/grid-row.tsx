import { type CSSProperties, memo, type ReactNode } from 'react'
import type { Column } from '#web/records/list/columns/columns.tsx'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import card from './card.module.css'
import { type CardPart, isLead } from './column-layout.ts'
import { roles } from './grid-roles.ts'
import classes from './grid-table.module.css'
import lead from './lead-columns.module.css'

const CELL = `${classes.cell} ${card.cell}`

type GridRowProps = {
  row: ListedRow
  place: number
  marked: boolean
  /** The group that it begins, such as a day; drawn above it, as its cells say it too. */
  begins: string | undefined
  columns: Column<ListedRow>[]
  styles: (CSSProperties | undefined)[]
  /** What each cell is on the card that the row is on phones; nothing where it shows all. */
  parts: CardPart[] | undefined
}

/** A row of a grid. */
export const GridRow = memo(function GridRow({ row, place, marked, begins, columns, styles, parts }: GridRowProps) {
  return (
    <tr
      {...roles.row}
      className={`${classes.row} ${lead.line} ${card.line}`}
      data-row={place}
      data-row-id={row._id}
      data-marked={marked || undefined}
      data-begins={begins}
    >
      {columns.map((column, index) => renderCell(column, row, styles[index], parts?.[index]))}
    </tr>
  )
})

/**
 * A cell of a row; not a component, because a page has hundreds. A text is cut off, with a tooltip, a name after two
 * lines; on phones it wraps.
 */
function renderCell(
  column: Column<ListedRow>,
  row: ListedRow,
  style: CSSProperties | undefined,
  part: CardPart | undefined,
) {
  const { field, title, pinned, cell, link, isName } = column
  const content = cell ? cell(row) : (row[field] as ReactNode)
  const path = content === '' ? undefined : link?.(row)
  return (
    <td
      key={field}
      {...roles.gridcell}
      tabIndex={-1}
      className={isLead(column) ? `${CELL} ${lead.lead}` : CELL}
      data-column={field}
      data-part={part}
      data-title={title}
      data-pinned={pinned}
      data-name={(path !== undefined && isName) || undefined}
      data-plain={typeof content !== 'object' || content === null || undefined}
      style={style}
    >
      {path ? (
        <a href={path} tabIndex={-1} data-visits={path.endsWith(row._id) ? 'row' : 'other'} className={classes.visits}>
          {content}
        </a>
      ) : (
        content
      )}
    </td>
  )
}
