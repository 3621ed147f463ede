import type { CSSProperties } from 'react'
import type { AnyColumn } from '#web/records/list/columns/columns.tsx'

/** A column that shares the remaining space gets at least this many pixels. */
const MIN_WIDTH = 80

/** The least width in pixels that the columns need side by side. */
export const leastWidth = (columns: AnyColumn[]) =>
  columns.reduce((sum, { width, minWidth = MIN_WIDTH }) => sum + (width ?? minWidth), 0)

const idealOf = ({ width, minWidth = MIN_WIDTH, idealWidth = minWidth }: AnyColumn) => width ?? idealWidth
const shareOf = ({ width, flex = 1 }: AnyColumn) => (width === undefined ? flex : 0)
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0)

/**
 * The tracks of a CSS grid for these columns: those with a `width` get it, the others their `idealWidth`, and share by
 * their `flex` what remains. Where there is less room they shrink, the widest first, down to their `minWidth`. If none
 * takes the rest, an empty track before those pinned right does.
 */
export function gridTracks(columns: AnyColumn[]) {
  const rest = `(100% - ${sum(columns.map(idealOf))}px)`
  const shares = sum(columns.map(shareOf))
  const tracks = columns.map((column) => {
    const { width, minWidth = MIN_WIDTH } = column
    if (width !== undefined) return `${width}px`
    const ideal = `${idealOf(column)}px`
    const share = shares && shareOf(column) / shares
    return `minmax(${minWidth}px, max(${ideal}, ${ideal} + ${rest} * ${Number(share.toFixed(5))}))`
  })
  if (shares) return tracks.join(' ')
  const end = columns.filter(({ pinned }) => pinned !== 'right').length
  return tracks.toSpliced(end, 0, 'minmax(0, 1fr)').join(' ')
}

const ROW_NUMBER = 'srno'
const LEAD = ['move', 'select']
const TO_PRESS = [...LEAD, 'actions']

/** Whether a column has the handle or box in front of the others, which takes no room. */
export const isLead = ({ field }: AnyColumn) => LEAD.includes(field)

/**
 * Where handles and boxes are: over the row `number` or the edge of a `picture`, or with `room` of their own before a
 * text, which they would cover; nowhere without such columns.
 */
export function leadOf(columns: AnyColumn[]): 'number' | 'picture' | 'room' | undefined {
  const first = columns.find((column) => !isLead(column))
  if (first === columns[0]) return undefined
  return first?.field === ROW_NUMBER ? 'number' : first?.isPicture ? 'picture' : 'room'
}

/** The tracks on paper, which does not scroll: all columns but those to press share its width. */
export const printTracks = (columns: AnyColumn[]) =>
  columns
    .filter(({ field }) => !TO_PRESS.includes(field))
    .map((column) => `minmax(0, ${idealOf(column)}fr)`)
    .join(' ')

/**
 * The columns as they are shown: those to press in front, then those pinned left; those pinned right come last. The row
 * number stays in view where it comes first. Nothing is pinned in a narrow window, where rows are cards.
 */
export function pinColumns<Column extends AnyColumn>(columns: Column[], narrow: boolean): Column[] {
  const lead = columns.filter(isLead).map((column) => ({ ...column, pinned: undefined }))
  const others = columns.filter((column) => !isLead(column))
  const placed = others.map((column, place) => ({
    ...column,
    pinned: narrow ? undefined : place === 0 && column.field === ROW_NUMBER ? 'left' : column.pinned,
  }))
  const at = (side: 'left' | 'right' | undefined) => placed.filter(({ pinned }) => pinned === side)
  return [...lead, ...at('left'), ...at(undefined), ...at('right')] as Column[]
}

/** The style of the cells of each column: where a pinned one stays while the others scroll below it. */
export function cellStyles(columns: AnyColumn[]): (CSSProperties | undefined)[] {
  const before = (index: number) => leastWidth(columns.slice(0, index))
  const after = (index: number) => leastWidth(columns.slice(index + 1))
  return columns.map((column, index) =>
    isLead(column)
      ? undefined
      : column.pinned === 'left'
        ? { left: `calc(var(--lead) + ${before(index)}px)` }
        : // Counted from the end, because an empty track may come before.
          column.pinned === 'right'
          ? ({ right: after(index), '--grid-place': index - columns.length - 1 } as CSSProperties)
          : undefined,
  )
}

/** The width in pixels that pinned columns cover on one side, so that what gets the focus is not below them. */
export const pinnedWidth = (columns: AnyColumn[], side: 'left' | 'right') =>
  leastWidth(columns.filter(({ pinned }) => pinned === side))

/** The part of a card that a cell is on phones. */
export type CardPart = 'box' | 'handle' | 'name' | 'fact' | 'state' | 'actions' | 'rest'

const FACTS = 2
const PARTS: Record<string, CardPart> = {
  move: 'handle',
  select: 'box',
  status: 'state',
  actions: 'actions',
  [ROW_NUMBER]: 'rest',
}

/** The parts of the card that each column is on phones; none where no column is the name of the row. */
export function cardParts(columns: AnyColumn[]): CardPart[] | undefined {
  if (!columns.some(({ isName }) => isName)) return undefined
  const areNamed = columns.some(({ isFact }) => isFact)
  let facts = 0
  return columns.map(({ field, isName, isPicture, isFact }) => {
    if (isName) return 'name'
    const part = PARTS[field] ?? (isPicture || (areNamed && !isFact) || facts === FACTS ? 'rest' : 'fact')
    if (part === 'fact') facts += 1
    return part
  })
}
