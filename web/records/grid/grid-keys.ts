import type { GridApi, SuppressKeyboardEventParams } from 'ag-grid-community'
import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

const HEADER = '.ag-header-cell:not(.ag-floating-filter)'
const FILTER = '.ag-floating-filter :is(input, select, button:not([tabindex="-1"]))'

/**
 * Handles Tab in the grid: one stop for the headers, one for each filter and one for the rows; arrow keys move within.
 * By default, ag-grid stops at every header and needs Enter to reach a filter.
 */
export function handleTab(event: ReactKeyboardEvent<HTMLElement>, api: GridApi | undefined) {
  const [grid, at] = [event.currentTarget, event.target]
  if (event.key !== 'Tab' || !api || !(at instanceof HTMLElement) || !grid.contains(at)) return
  const header = grid.querySelector<HTMLElement>(HEADER)
  const filters = [...grid.querySelectorAll<HTMLElement>(FILTER)]
  const next = event.shiftKey ? previousStop(at, header, filters) : nextStop(at, filters)
  if (!next) return
  if (next === 'rows') {
    const { rowIndex, column } = api.getFocusedCell() ?? { rowIndex: 0, column: api.getAllDisplayedColumns()[0] }
    if (!column || rowIndex >= api.getDisplayedRowCount()) return
    api.setFocusedCell(rowIndex, column)
  } else {
    const column = next.closest('[col-id]')?.getAttribute('col-id')
    if (column) api.ensureColumnVisible(column)
    next.focus({ preventScroll: true })
  }
  event.preventDefault()
  event.stopPropagation()
}

function nextStop(at: HTMLElement, filters: HTMLElement[]) {
  if (at.closest('.ag-cell')) return undefined
  return filters.find((filter) => at.compareDocumentPosition(filter) & Node.DOCUMENT_POSITION_FOLLOWING) ?? 'rows'
}

function previousStop(at: HTMLElement, header: HTMLElement | null, filters: HTMLElement[]) {
  if (at.closest(HEADER)) return undefined
  return filters.findLast((filter) => at.compareDocumentPosition(filter) & Node.DOCUMENT_POSITION_PRECEDING) ?? header
}

const buttonsIn = (cell: Element) => [...cell.querySelectorAll<HTMLElement>('button, a[href], input')]

/** Moves the focus from a cell to its first button on Enter, Space or F2. */
export function focusFirstButton(event: ReactKeyboardEvent<HTMLElement>) {
  const cell = event.target
  if (!['Enter', ' ', 'F2'].includes(event.key)) return
  if (!(cell instanceof HTMLElement) || !cell.matches('.ag-cell')) return
  const [first] = buttonsIn(cell)
  if (!first) return
  event.preventDefault()
  event.stopPropagation()
  first.focus()
}

/**
 * Inside a cell, arrow keys move between its buttons and Escape returns to the cell. Returns true to keep the event
 * from ag-grid.
 */
export function handleKeysInCell({ event }: SuppressKeyboardEventParams) {
  const at = event.target
  if (!(at instanceof HTMLElement) || at.getAttribute('role') === 'gridcell') return false
  const cell = at.closest<HTMLElement>('[role=gridcell]')
  if (!cell) return false
  const buttons = buttonsIn(cell)
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step) {
    event.preventDefault()
    buttons[(buttons.indexOf(at) + step + buttons.length) % buttons.length]?.focus()
  } else if (event.key === 'Escape') {
    cell.focus()
  }
  return event.key !== 'Tab'
}
