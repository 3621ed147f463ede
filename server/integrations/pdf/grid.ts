import { type Element, elementsNamed, isElement } from './html-nodes.ts'

/** A cell at its place: the first row and column it covers, and how many. */
export type Cell = { element: Element; row: number; column: number; rowSpan: number; colSpan: number }
export type Grid = { rows: number; columns: number; cells: Cell[]; hasHeader: boolean }

/** More do not fit on a page. */
const MOST_COLUMNS = 40

/** The place of each cell in a table; undefined for a table with more than 40 columns, or without cells. */
export function gridOf(table: Element): Grid | undefined {
  const rows = elementsNamed(table, 'tr').map((row) => row.children.filter(isElement))
  /** Up to which row each column is taken by a cell that began above. */
  const taken: number[] = []
  const cells: Cell[] = []
  const most = Math.max(1, ...rows.map(columnsNeeded))
  for (const [row, elements] of rows.entries()) {
    let column = 0
    for (const element of elements) {
      while ((taken[column] ?? 0) > row) column++
      const span = spanOf(element, 'colspan')
      // Some span more columns than any row has, to be safe.
      const isBeyond = element === elements.at(-1) && column + span > MOST_COLUMNS
      const colSpan = isBeyond ? Math.max(1, most - column) : span
      const rowSpan = Math.min(spanOf(element, 'rowspan'), rows.length - row)
      if (column + colSpan > MOST_COLUMNS) return undefined
      for (let place = column; place < column + colSpan; place++) taken[place] = row + rowSpan
      cells.push({ element, row, column, rowSpan, colSpan })
      column += colSpan
    }
  }
  if (!cells.length) return undefined
  const hasHeader = rows.length > 1 && Boolean(rows[0]?.length) && rows[0]?.every(({ name }) => name === 'th') === true
  const first = cells.filter(({ row }) => row === 0)
  return {
    rows: rows.length,
    columns: taken.length,
    cells,
    hasHeader: hasHeader && first.every(({ rowSpan }) => rowSpan === 1),
  }
}

/** How many columns a row needs if its last cell spans one. */
const columnsNeeded = (cells: Element[]) =>
  cells.reduce((sum, cell, place) => sum + (place === cells.length - 1 ? 1 : spanOf(cell, 'colspan')), 0)

const spanOf = ({ attribs }: Element, name: 'colspan' | 'rowspan') => Math.max(1, Number(attribs[name] ?? 1) || 1)
