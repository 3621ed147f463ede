import type { KeyboardEvent } from 'react'
import { isAnyDialogOpen } from '#web/ui/dialog/open-dialogs.ts'
import { letterKeysAreOn } from '#web/ui/keys/letter-keys.ts'
import { pressedKey } from '#web/ui/keys/pressed-key.ts'
import type { OpenRow } from './row-visits.ts'

const buttonsIn = (cell: Element) => [...cell.querySelectorAll<HTMLElement>('button, a[href], input:not([hidden])')]
const isLink = (button: Element) => button.matches('a[data-visits]')

/** Rows that Page Up and Page Down pass. */
const PAGE = 10

/** A row that is to move by one place, and the column that has the focus. */
export type RowStep = {
  id: string
  column: string
  by: -1 | 1
  /** The key is held down. */
  isRepeated: boolean
}
export type MoveRow = (step: RowStep) => void

/**
 * The keys of a grid. On a cell: arrow keys, Home, End, Page Up and Page Down move; Enter goes to the buttons of the
 * cell, or opens the row; `e` and Delete press what the row offers for them, F2 goes to links as well. Inside a cell
 * the arrow keys move between its buttons and Escape returns to the cell; from a filter the down key leads to the rows.
 * Buttons name their key in `aria-keyshortcuts`. Alt with an arrow key moves the row itself.
 */
export function handleGridKeys(event: KeyboardEvent<HTMLTableElement>, moveRow?: MoveRow, openRow?: OpenRow) {
  const at = event.target
  if (!(at instanceof HTMLElement) || event.defaultPrevented) return
  if (event.altKey) return moveByKey(at, event, moveRow)
  const handled = at.matches('tbody [role=gridcell]')
    ? onCell(at, event, openRow)
    : at.matches('[role=columnheader]')
      ? onTitle(at, event)
      : at.matches('thead input[type=search]')
        ? onFilter(at, event)
        : insideCell(at, event)
  if (handled) event.preventDefault()
}

function moveByKey(at: HTMLElement, event: KeyboardEvent, moveRow: MoveRow | undefined) {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
  const id = at.closest<HTMLElement>('[data-row-id]')?.dataset.rowId
  const column = at.closest<HTMLElement>('[data-column]')?.dataset.column
  if (!moveRow || !by || !id || !column) return
  event.preventDefault()
  moveRow({ id, column, by, isRepeated: event.repeat })
}

function onCell(cell: HTMLElement, event: KeyboardEvent, openRow: OpenRow | undefined) {
  const key = pressedKey(event.nativeEvent)
  const row = cell.closest('tr')
  if (!row) return false
  const checkbox = cell.querySelector<HTMLInputElement>('input[type=checkbox]:not([role])')
  if (key === ' ' && checkbox) {
    // A press with Shift selects all rows from the one before, as a click does.
    checkbox.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey: event.shiftKey }))
    return true
  }
  if (['Enter', 'F2', ' '].includes(key)) {
    const opens = key === 'Enter' && openRow
    const first = buttonsIn(cell).find((button) => !(opens && isLink(button)))
    if (first && first !== checkbox) first.focus()
    else if (opens) openRow(row.dataset.rowId ?? '', event.ctrlKey || event.metaKey)
    else if (key === 'Enter') buttonFor(row, key)?.click()
    return true
  }
  if (key === 'Delete' || (key === 'e' && letterKeysAreOn() && !event.ctrlKey && !event.metaKey)) {
    buttonFor(row, key)?.click()
    return true
  }
  return moveFrom(cell, row, event)
}

const buttonFor = (row: Element, key: string) => row.querySelector<HTMLElement>(`[aria-keyshortcuts="${key}"]`)

function moveFrom(cell: HTMLElement, row: HTMLTableRowElement, { key, ctrlKey, metaKey }: KeyboardEvent) {
  const cells = [...row.cells]
  const rows = [...(row.parentElement?.children ?? [])] as HTMLTableRowElement[]
  const [column, line] = [cells.indexOf(cell as HTMLTableCellElement), rows.indexOf(row)]
  const whole = ctrlKey || metaKey
  const places: Record<string, [number, number]> = {
    ArrowUp: [whole ? 0 : line - 1, column],
    ArrowDown: [whole ? rows.length - 1 : line + 1, column],
    ArrowLeft: [line, whole ? 0 : column - 1],
    ArrowRight: [line, whole ? cells.length - 1 : column + 1],
    PageUp: [Math.max(0, line - PAGE), column],
    PageDown: [Math.min(rows.length - 1, line + PAGE), column],
    Home: [whole ? 0 : line, 0],
    End: [whole ? rows.length - 1 : line, cells.length - 1],
  }
  const place = places[key]
  if (!place) return false
  const [toLine, toColumn] = place
  // Above the first row are the titles.
  const target = toLine < 0 ? titleAt(row, toColumn) : rows[toLine]?.cells[toColumn]
  target?.focus()
  return true
}

const titleAt = (row: Element, column: number) =>
  row.closest('table')?.querySelectorAll<HTMLElement>('[role=columnheader]')[column]

/** Moves between titles. Keys that change a column are handled by the title itself. */
function onTitle(title: HTMLElement, { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent) {
  if (shiftKey || ctrlKey || metaKey) return false
  const titles = [...(title.parentElement?.children ?? [])] as HTMLElement[]
  const place = titles.indexOf(title)
  if (key === 'ArrowDown') {
    const cell = title.closest('table')?.tBodies[0]?.rows[0]?.cells[place]
    cell?.focus()
    return !!cell
  }
  const next: Record<string, number> = { ArrowLeft: place - 1, ArrowRight: place + 1, Home: 0, End: titles.length - 1 }
  const to = next[key]
  if (to === undefined) return false
  titles[to]?.focus()
  return true
}

/** From a filter down to the rows that it has left. */
function onFilter(filter: HTMLElement, { key }: KeyboardEvent) {
  if (key !== 'ArrowDown') return false
  const place = filter.closest('td, th') as HTMLTableCellElement
  const cell = filter.closest('table')?.tBodies[0]?.rows[0]?.cells[place.cellIndex]
  cell?.focus()
  return !!cell
}

function insideCell(at: HTMLElement, { key }: KeyboardEvent) {
  const cell = at.closest<HTMLElement>('tbody [role=gridcell]')
  if (!cell || at.closest('[role=menu]')) return false
  if (key === 'Escape') {
    // It belongs to a dialog that has been opened from here and does not have the focus yet.
    if (isAnyDialogOpen()) return false
    cell.focus()
    return true
  }
  const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
  if (!step) return false
  const buttons = buttonsIn(cell)
  buttons[(buttons.indexOf(at) + step + buttons.length) % buttons.length]?.focus()
  return true
}
