import type { GridApi, SuppressKeyboardEventParams } from 'ag-grid-community'
import type { KeyboardEvent as ReactKeyboardEvent } from 'react'

const TITLE = '.ag-header-cell:not(.ag-floating-filter)'
const FILTER = '.ag-floating-filter :is(input, select, button:not([tabindex="-1"]))'

/**
 * Tab stops once in the titles, at each filter, and once in the rows; the arrows do the rest, as in every grid.
 * The grid itself would stop at every title and hide the filters behind Enter.
 */
export function tabThroughGrid(event: ReactKeyboardEvent<HTMLElement>, api: GridApi | undefined) {
  const [grid, at] = [event.currentTarget, event.target]
  if (event.key !== 'Tab' || !api || !(at instanceof HTMLElement) || !grid.contains(at)) return
  const titles = grid.querySelector<HTMLElement>(TITLE)
  const filters = [...grid.querySelectorAll<HTMLElement>(FILTER)]
  const next = event.shiftKey ? stopBefore(at, titles, filters) : stopAfter(at, filters)
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

function stopAfter(at: HTMLElement, filters: HTMLElement[]) {
  if (at.closest('.ag-cell')) return undefined
  return filters.find((filter) => at.compareDocumentPosition(filter) & Node.DOCUMENT_POSITION_FOLLOWING) ?? 'rows'
}

function stopBefore(at: HTMLElement, titles: HTMLElement | null, filters: HTMLElement[]) {
  if (at.closest(TITLE)) return undefined
  return filters.findLast((filter) => at.compareDocumentPosition(filter) & Node.DOCUMENT_POSITION_PRECEDING) ?? titles
}

const buttonsIn = (cell: Element) => [...cell.querySelectorAll<HTMLElement>('button, a[href], input')]

/** Enter, Space or F2 on a cell goes to the first of its buttons. */
export function enterCell(event: ReactKeyboardEvent<HTMLElement>) {
  const cell = event.target
  if (!['Enter', ' ', 'F2'].includes(event.key)) return
  if (!(cell instanceof HTMLElement) || !cell.matches('.ag-cell')) return
  const [first] = buttonsIn(cell)
  if (!first) return
  event.preventDefault()
  event.stopPropagation()
  first.focus()
}

/** Inside a cell the arrows move between its buttons and Escape comes back to the cell; the grid keeps out of it. */
export function staysInCell({ event }: SuppressKeyboardEventParams) {
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
