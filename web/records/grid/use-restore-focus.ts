import type { GridApi } from 'ag-grid-community'
import { type FocusEvent, useEffect, useEffectEvent, useRef } from 'react'
import { focusFallbacks } from '#web/ui/dialog/dialog.tsx'

/** Milliseconds after which the grid has rendered new rows. */
const RENDERED_MS = 100

/**
 * Restores the focus when the focused row disappears, such as after a save, or while a dialog that it opened is open: it
 * moves to the row at the same place.
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

  useEffect(() => {
    const takeFocus = () => {
      const opened = last.current
      if (!opened || !rows.length) return false
      focusNear(opened, grid())
      return document.activeElement !== document.body
    }
    focusFallbacks.add(takeFocus)
    return () => void focusFallbacks.delete(takeFocus)
  }, [rows])

  return {
    onFocusCapture({ target }: FocusEvent) {
      const row = target.closest('[row-index]')?.getAttribute('row-index')
      const column = target.closest('[col-id]')?.getAttribute('col-id')
      last.current = row && column ? { row: Number(row), column } : null
    },
    onBlurCapture({ relatedTarget }: FocusEvent) {
      // The user moved the focus. When a focused element is removed, there is no relatedTarget; from a dialog the focus
      // returns.
      if (relatedTarget && !relatedTarget.closest('[role=dialog]')) last.current = null
    },
  }
}

function focusNear({ row, column }: { row: number; column: string }, api: GridApi | undefined) {
  const last = (api?.getDisplayedRowCount() ?? 0) - 1
  api?.setFocusedCell(Math.min(row, last), column)
}
