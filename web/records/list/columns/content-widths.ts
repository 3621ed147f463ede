import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import type { Column } from './columns.tsx'

/** In pixels: no text makes its column wider than this by itself. */
const WIDEST = 320
/** The width to which a column of long texts shrinks where there is too little room. */
const SHRINKS_TO = 172
/** What a filter needs below a title. */
const NARROWEST = 84
/** Left and right of a text. */
const PADDING = 16
const SORT_MARK = 20
const FONT_SIZE = 14
/** The share of the texts that are shown whole even where there is too little room. */
const MOST = 0.9

type Width = { minWidth: number; idealWidth: number }

export type ContentWidths = ReadonlyMap<string, Width>

/**
 * The widths in pixels that the texts of a list need, by field, with those of columns that were not measured before:
 * the same object where there are none. Columns with a width of their own are not measured.
 */
export function measureColumns(before: ContentWidths, columns: Column<ListedRow>[], rows: ListedRow[]): ContentWidths {
  const added = columns.flatMap((column): [string, Width][] => {
    if (column.width !== undefined || before.has(column.field)) return []
    const width = widthOf(column, rows)
    return width ? [[column.field, width]] : []
  })
  return added.length ? new Map([...before, ...added]) : before
}

function widthOf(column: Column<ListedRow>, rows: ListedRow[]): Width | undefined {
  const measured = rows
    .map((row) => textOf(column, row))
    .filter((text) => text !== undefined)
    .map((text) => measure(text, column.isName))
    .sort((one, other) => one - other)
  if (!measured.length) return undefined
  const isText = measured.length === rows.length
  const least = Math.max(NARROWEST, titleWidth(column), isText ? 0 : (column.minWidth ?? 0))
  const within = (needed: number) => Math.ceil(Math.min(WIDEST, Math.max(least, needed + PADDING)))
  const most = within(measured[Math.floor((measured.length - 1) * MOST)] ?? 0)
  return { minWidth: Math.max(least, Math.min(most, SHRINKS_TO)), idealWidth: within(measured.at(-1) ?? 0) }
}

function textOf({ field, cell }: Column<ListedRow>, row: ListedRow) {
  const shown = cell ? cell(row) : (row[field] ?? '')
  return typeof shown === 'string' || typeof shown === 'number' ? String(shown) : undefined
}

/** A title may break into two lines. */
function titleWidth({ title, sortable }: Column<ListedRow>) {
  const words = title.split(' ')
  const lines = words.map((_, place) => [words.slice(0, place).join(' '), words.slice(place).join(' ')])
  const widths = lines.map((pair) => Math.max(...pair.map((line) => measure(line, true))))
  return Math.ceil(Math.min(...widths)) + PADDING + (sortable ? SORT_MARK : 0)
}

const canvas = 'OffscreenCanvas' in globalThis ? new OffscreenCanvas(1, 1).getContext('2d') : null

function measure(text: string, bold = false) {
  if (!canvas) return text.length * FONT_SIZE * 0.5
  canvas.font = `${bold ? 600 : 400} ${FONT_SIZE}px ${getComputedStyle(document.body).fontFamily}`
  return canvas.measureText(text).width
}
