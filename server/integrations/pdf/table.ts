import type { Content, ContentTable, TableCell } from 'pdfmake/interfaces.js'
import { edgesOf, extentsOf, paddingOf, rowHeights, widthOfCell } from './extent.ts'
import { columnsByContent, columnsThatBreak, sum } from './fit-columns.ts'
import { type Grid, gridOf } from './grid.ts'
import { type ChildNode, type Element, elementsNamed, isElement } from './html-nodes.ts'
import type { Room } from './room.ts'

/** Shares of the usual type size, tried in turn for wide tables: 10.5 to 7.5 points. */
const SCALES = [1, 0.9, 0.8, 0.715]
/** In points. Narrower columns would be unreadable. */
const NARROWEST = 11
/** In points: lower rows move to the next page as a whole. */
const KEPT_WHOLE = 200
const LINE = '#cfd8d3'

type Blocks = (nodes: ChildNode[], room: Room) => Content[]

/**
 * Prints a table so that it fits the room: with column widths by content, in smaller type if needed, and finally with
 * broken words; one with too many columns to read becomes paragraphs. Records what it changed.
 */
export function table(element: Element, room: Room, blocks: Blocks): Content[] {
  const grid = gridOf(element)
  const fit = grid && room.tables !== 'paragraphs' && fitted(grid, room)
  if (!grid || !fit) {
    const cells = elementsNamed(element, 'tr').flatMap((row) => row.children.filter(isElement))
    if (cells.length) room.changes.add('as paragraphs')
    return cells.flatMap((cell) => blocks(cell.children, room))
  }
  const { widths, scale } = fit
  const within = { ...room, scale, isWithin: true }
  const heights = rowHeights(grid, widths, within)
  const isLow = Math.max(...heights) <= KEPT_WHOLE
  const headed = grid.hasHeader && (heights[0] ?? 0) <= KEPT_WHOLE
  const padding = () => paddingOf(scale)
  const made: ContentTable = {
    table: {
      headerRows: headed ? 1 : 0,
      widths,
      body: bodyOf(grid, widths, within, blocks),
      keepWithHeaderRows: headed && isLow ? 1 : 0,
      dontBreakRows: isLow && room.tables === 'whole rows',
    },
    layout: {
      hLineColor: () => LINE,
      vLineColor: () => LINE,
      hLineWidth: () => 0.7,
      vLineWidth: () => 0.7,
      paddingLeft: padding,
      paddingRight: padding,
      paddingTop: () => 0,
      paddingBottom: () => 6,
    },
    marginTop: 8,
  }
  const firstRows = sum(heights.slice(0, headed ? 2 : 1))
  return [{ ...made, ...(isLow && { leastHeight: firstRows }) }]
}

/** The type size and column widths that make a table fit; undefined if it would be unreadable. */
function fitted(grid: Grid, room: Room) {
  const scales = [...new Set(SCALES.map((scale) => Math.min(scale, room.scale)))]
  for (const scale of scales) {
    const widths = columnsByContent(extentsOf(grid, { ...room, scale }), availableFor(grid, room, scale))
    if (!widths) continue
    if (scale < room.scale) room.changes.add('smaller type')
    return { widths, scale }
  }
  const scale = Math.min(...scales)
  const available = availableFor(grid, room, scale)
  const widths =
    available / grid.columns < NARROWEST ? undefined : columnsThatBreak(extentsOf(grid, { ...room, scale }), available)
  if (!widths) return undefined
  if (scale < room.scale) room.changes.add('smaller type')
  room.changes.add('broken words')
  return { widths, scale }
}

const availableFor = ({ columns }: Grid, { width }: Room, scale: number) => width - edgesOf(columns, scale)

// pdfmake needs a cell at every place, including those covered by a spanning cell.
function bodyOf(grid: Grid, widths: number[], room: Room, blocks: Blocks): TableCell[][] {
  const body = Array.from({ length: grid.rows }, () =>
    Array.from({ length: grid.columns }, (): TableCell => ({ text: '' })),
  )
  for (const { element, row, column, rowSpan, colSpan } of grid.cells) {
    const isHeader = element.name === 'th'
    const marks = isHeader ? { ...room.marks, bold: true } : room.marks
    const width = widthOfCell({ column, colSpan }, widths, room.scale)
    const stack = blocks(element.children, { ...room, marks, width })
    const cells = body[row]
    if (cells) cells[column] = { stack, colSpan, rowSpan, ...(isHeader && { style: 'tableHeader' }) }
  }
  return body
}
