import type { GridApi } from 'ag-grid-community'
import { type FocusEvent, useEffect, useEffectEvent, useRef } from 'react'

/** After the grid has drawn the new rows. */
const DRAWN = 100

/**
 * Keeps the focus in the grid when the row that has it leaves the page, as a saved one may: it goes to the row that took
 * its place. `rows` are those shown; the handlers belong to the frame. (Where no row is left the grid takes it itself.)
 */
export function useKeptFocus(rows: unknown[], api: () => GridApi | undefined) {
  const last = useRef<{ row: number; column: string } | null>(null)
  const grid = useEffectEvent(api)
  useEffect(() => {
    if (!rows.length) return
    const timer = setTimeout(() => {
      if (last.current && document.activeElement === document.body) focusNear(last.current, grid())
    }, DRAWN)
    return () => clearTimeout(timer)
  }, [rows])

  return {
    onFocusCapture({ target }: FocusEvent) {
      const row = target.closest('[row-index]')?.getAttribute('row-index')
      const column = target.closest('[col-id]')?.getAttribute('col-id')
      last.current = row && column ? { row: Number(row), column } : null
    },
    onBlurCapture({ relatedTarget }: FocusEvent) {
      // Gone to something else by the person's will; an element that is removed leaves to nothing.
      if (relatedTarget) last.current = null
    },
  }
}

function focusNear({ row, column }: { row: number; column: string }, api: GridApi | undefined) {
  const last = (api?.getDisplayedRowCount() ?? 0) - 1
  api?.setFocusedCell(Math.min(row, last), column)
}
