import type { CSSProperties } from 'react'
import type { AnyColumn } from '#web/records/list/columns.tsx'

/** A column that shares the remaining space gets at least this many pixels. */
const MIN_WIDTH = 80
const MAX_PINNED_WIDTH_ON_PHONES = 150

/** The least width in pixels that the columns need side by side. */
export const leastWidth = (columns: AnyColumn[]) =>
  columns.reduce((sum, { width, minWidth = MIN_WIDTH }) => sum + (width ?? minWidth), 0)

/**
 * The tracks of a CSS grid for these columns: those with a `width` get it, the others share the rest by their `flex`.
 * If all have a width, an empty track before those pinned right takes the rest.
 */
export function gridTracks(columns: AnyColumn[]) {
  const tracks = columns.map(({ width, minWidth = MIN_WIDTH, flex = 1 }) =>
    width === undefined ? `minmax(${minWidth}px, ${flex}fr)` : `${width}px`,
  )
  if (columns.some(({ width }) => width === undefined)) return tracks.join(' ')
  const end = columns.filter(({ pinned }) => pinned !== 'right').length
  return tracks.toSpliced(end, 0, 'minmax(0, 1fr)').join(' ')
}

const TO_PRESS = ['move', 'select', 'actions']

/** The tracks on paper, which is not scrolled: all columns but those to press share its width. */
export const printTracks = (columns: AnyColumn[]) =>
  columns
    .filter(({ field }) => !TO_PRESS.includes(field))
    .map(({ width, minWidth = MIN_WIDTH }) => `minmax(0, ${width ?? minWidth}fr)`)
    .join(' ')

/** The columns with those pinned left first and those pinned right last. A wide one would fill a narrow window. */
export function pinColumns<Column extends AnyColumn>(columns: Column[], narrow: boolean): Column[] {
  const placed = columns.map((column) =>
    narrow && (column.width ?? 0) > MAX_PINNED_WIDTH_ON_PHONES ? { ...column, pinned: undefined } : column,
  ) as Column[]
  const at = (side: 'left' | 'right' | undefined) => placed.filter(({ pinned }) => pinned === side)
  return [...at('left'), ...at(undefined), ...at('right')]
}

/** The style of the cells of each column: where a pinned one stays while the others scroll below it. */
export function cellStyles(columns: AnyColumn[]): (CSSProperties | undefined)[] {
  const before = (index: number) => leastWidth(columns.slice(0, index))
  const after = (index: number) => leastWidth(columns.slice(index + 1))
  return columns.map(({ pinned }, index) =>
    pinned === 'left'
      ? { left: before(index) }
      : // Counted from the end, because an empty track may come before.
        pinned === 'right'
        ? { right: after(index), gridColumnStart: index - columns.length - 1 }
        : undefined,
  )
}

/** The width in pixels that pinned columns cover on one side, so that what gets the focus is not below them. */
export const pinnedWidth = (columns: AnyColumn[], side: 'left' | 'right') =>
  leastWidth(columns.filter(({ pinned }) => pinned === side))
