import { columnsByContent, columnsThatBreak, type Extent, sum } from './fit-columns.ts'
import { type Cell, type Grid, gridOf } from './grid.ts'
import { BLOCKS, type ChildNode, type Element, hasContent, holdsBlock, isElement } from './html-nodes.ts'
import { type Inline, inlines, isPicture, marked } from './inline.ts'
import { longestNumber } from './list-numbers.ts'
import { printedSize } from './picture.ts'
import { LINE_HEIGHT, type Room, TYPE } from './room.ts'
import { unbrokenParts, widthOf } from './text-width.ts'

/** What Roboto adds to the size of its letters. */
const ASCENT_AND_DESCENT = 1.18
/** In points, for lists and quotations, and between blocks. */
export const INDENT = 16
const GAP = 8
/** In points: how narrow a picture may become next to others. */
const NARROWEST_PICTURE = 8
/** In points: the width of a letter in the smallest type. */
const LETTER = 8

/** A part of a cell: lines of text, a picture, or a nested table. All in points; `inset` from the left. */
type Shape =
  | { kind: 'text'; inset: number; longest: number; line: number; total: number; size: number }
  | { kind: 'picture'; inset: number; width: number; height: number }
  | { kind: 'table'; inset: number; grid: Grid; room: Room }

/** The width of these nodes in print: minimum and maximum. */
export function extentOf(nodes: ChildNode[], room: Room): Extent {
  const extents = shapesOf(nodes, room, 0).map((shape): Extent => {
    const { inset } = shape
    if (shape.kind === 'text')
      return { least: inset + Math.min(LETTER, shape.longest), min: inset + shape.longest, max: inset + shape.line }
    if (shape.kind === 'picture') {
      const least = inset + Math.min(shape.width, NARROWEST_PICTURE)
      return { least, min: least, max: inset + shape.width }
    }
    const columns = extentsOf(shape.grid, shape.room)
    const edges = edgesOf(columns.length, shape.room.scale)
    return {
      least: inset + edges + sum(columns.map(({ least }) => least)),
      min: inset + edges + sum(columns.map(({ min }) => min)),
      max: inset + edges + sum(columns.map(({ max }) => max)),
    }
  })
  const widest = (side: keyof Extent) => Math.max(0, ...extents.map((extent) => extent[side]))
  return { least: widest('least'), min: widest('min'), max: widest('max') }
}

/** The approximate height of these nodes at the width of `room`, in points. */
export function heightOf(nodes: ChildNode[], room: Room): number {
  return sum(
    shapesOf(nodes, room, 0).map((shape) => {
      const width = Math.max(room.width - shape.inset, 1)
      if (shape.kind === 'text')
        return Math.ceil((shape.total * 1.05) / width) * shape.size * ASCENT_AND_DESCENT * LINE_HEIGHT + GAP
      if (shape.kind === 'picture') return shape.height * Math.min(1, width / shape.width) + GAP
      const columns = extentsOf(shape.grid, shape.room)
      const available = width - edgesOf(columns.length, room.scale)
      const widths =
        columnsByContent(columns, available) ??
        columnsThatBreak(columns, available) ??
        columns.map(({ least }) => least)
      return sum(rowHeights(shape.grid, widths, shape.room)) + GAP
    }),
  )
}

/** The approximate height of each row of a table, in points. */
export function rowHeights({ rows, cells }: Grid, widths: number[], room: Room): number[] {
  const heights = Array.from({ length: rows }, () => 0)
  for (const { element, row, rowSpan, ...cell } of cells) {
    const width = widthOfCell(cell, widths, room.scale)
    const height = heightOf(element.children, { ...room, width, isWithin: true }) / rowSpan + GAP
    for (let place = row; place < row + rowSpan; place++) heights[place] = Math.max(heights[place] ?? 0, height)
  }
  return heights
}

/** The minimum and maximum width of each column of a table. */
export function extentsOf({ columns, cells }: Grid, room: Room): Extent[] {
  const extents = Array.from({ length: columns }, () => ({ least: 0, min: 0, max: 0 }))
  for (const { element, column, colSpan } of cells.toSorted((a, b) => a.colSpan - b.colSpan)) {
    const marks = element.name === 'th' ? { ...room.marks, bold: true } : room.marks
    const extent = extentOf(element.children, { ...room, marks, isWithin: true })
    const covered = extents.slice(column, column + colSpan)
    // Columns share the extra width that a cell spanning them needs.
    const between = (colSpan - 1) * edgeOf(room.scale)
    for (const side of ['least', 'min', 'max'] as const) {
      const lack = extent[side] - between - sum(covered.map((one) => one[side]))
      for (const one of covered) if (lack > 0) one[side] += lack / colSpan
    }
    for (const one of covered) {
      one.min = Math.max(one.min, one.least)
      one.max = Math.max(one.max, one.min)
    }
  }
  return extents
}

/** In points, on each side of a cell. */
export const paddingOf = (scale: number) => (scale < 0.85 ? 2.5 : 4)
const BORDER = 0.7
const edgeOf = (scale: number) => 2 * paddingOf(scale) + BORDER
/** The width of this many columns' padding and lines. */
export const edgesOf = (columns: number, scale: number) => columns * edgeOf(scale) + BORDER

export const widthOfCell = ({ column, colSpan }: Pick<Cell, 'column' | 'colSpan'>, widths: number[], scale: number) =>
  sum(widths.slice(column, column + colSpan)) + (colSpan - 1) * edgeOf(scale)

function shapesOf(nodes: ChildNode[], room: Room, inset: number): Shape[] {
  const shapes: Shape[] = []
  let inline: ChildNode[] = []
  const closeParagraph = () => {
    if (hasContent(inline)) shapes.push(...inlineShapes(inlines(inline, room.marks), room, inset))
    inline = []
  }
  for (const node of nodes) {
    if (!isElement(node) || !(BLOCKS.has(node.name) || holdsBlock(node))) {
      inline.push(node)
      continue
    }
    closeParagraph()
    if (node.name === 'table') {
      const grid = gridOf(node)
      if (grid) shapes.push({ kind: 'table', inset, grid, room })
      continue
    }
    const within = node.name === 'ol' ? numberWidth(node, room.scale) : (INSETS[node.name] ?? 0)
    const bold = /^h[1-4]$/.test(node.name)
    const marks = bold ? { ...room.marks, bold } : marked(room.marks, node)
    shapes.push(...shapesOf(node.children, { ...room, marks }, inset + within))
  }
  closeParagraph()
  return shapes
}

const INSETS: Record<string, number> = { ul: INDENT, blockquote: INDENT, pre: 9 }

/** The width of an ordered list's numbers, in points. */
export function numberWidth(list: Element, scale: number) {
  const longest = longestNumber(list.attribs, list.children.filter(isElement).length)
  // Others of the same length may be wider.
  return Math.max(INDENT, widthOf(`${longest}. `, {}) * SPARE * TYPE * scale)
}
const SPARE = 1.3

function inlineShapes(all: Inline[], room: Room, inset: number): Shape[] {
  const shapes: Shape[] = []
  const size = TYPE * room.scale
  let [word, longest, line, widestLine, total] = [0, 0, 0, 0, 0]
  for (const one of all) {
    if (isPicture(one)) {
      const printed = printedSize(one, room)
      if (printed) shapes.push({ kind: 'picture', inset, ...printed })
      continue
    }
    for (const part of unbrokenParts(one.text)) {
      const width = widthOf(part, one) * size
      const blank = part.length - part.trimEnd().length
      const shown = blank ? widthOf(part.trimEnd(), one) * size : width
      longest = Math.max(longest, word + shown)
      word = blank || part !== one.text ? 0 : word + width
      line += width
      total += width
      widestLine = Math.max(widestLine, line)
      if (part.endsWith('\n')) line = 0
    }
  }
  if (total) shapes.push({ kind: 'text', inset, longest: longest + 0.5, line: widestLine + 0.5, total, size })
  return shapes
}
