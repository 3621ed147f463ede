import type { GridApi } from 'ag-grid-community'
import { type FocusEvent, useEffect, useEffectEvent, useRef } from 'react'

/** Milliseconds after which the grid has rendered new rows. */
const RENDERED_MS = 100

/**
 * Restores the focus when the focused row disappears, such as after a save: it moves to the row at the same place.
 * Returns event handlers for the element around the grid. (Without any row the grid focuses itself.)
 */
export function useRestoreFocus(rows: unknown[], api: () => GridApi | undefined) {
  const last = useRef<{ row: number; column: string } | null>(null)
  const grid = useEffectEvent(api)
  useEffect(() => {
    if (!rows.length) return
    const timer = setTimeout(() => {
      if (last.current && document.activeElement === document.body) focusNear(last.current, grid())
    }, RENDERED_MS)
    return () => clearTimeout(timer)
  }, [rows])

  return {
    onFocusCapture({ target }: FocusEvent) {
      const row = target.closest('[row-index]')?.getAttribute('row-index')
      const column = target.closest('[col-id]')?.getAttribute('col-id')
      last.current = row && column ? { row: Number(row), column } : null
    },
    onBlurCapture({ relatedTarget }: FocusEvent) {
      // The user moved the focus; when a focused element is removed, there is no relatedTarget.
      if (relatedTarget) last.current = null
    },
  }
}

function focusNear({ row, column }: { row: number; column: string }, api: GridApi | undefined) {
  const last = (api?.getDisplayedRowCount() ?? 0) - 1
  api?.setFocusedCell(Math.min(row, last), column)
}
