import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import { focusFallbacks } from '#web/ui/dialog/dialog.tsx'

/**
 * Restores the focus when the focused row disappears, such as after a save, or while a dialog that it opened is open:
 * it moves to the row at the same place. Returns event handlers for the table.
 */
export function useRestoreFocus(rows: unknown[], table: RefObject<HTMLTableElement | null>) {
  const last = useRef<{ row: number; column: string } | null>(null)

  useEffect(() => {
    if (rows.length && last.current && document.activeElement === document.body) focusNear(last.current, table.current)
  }, [rows, table])

  useEffect(() => {
    const takeFocus = () => !!last.current && focusNear(last.current, table.current)
    focusFallbacks.add(takeFocus)
    return () => void focusFallbacks.delete(takeFocus)
  }, [table])

  return {
    onFocus({ target }: FocusEvent) {
      const row = target.closest<HTMLElement>('[data-row]')?.dataset.row
      const column = target.closest<HTMLElement>('[data-column]')?.dataset.column
      last.current = row && column ? { row: Number(row), column } : null
    },
    onBlur({ relatedTarget }: FocusEvent) {
      // The user moved the focus. When a focused element is removed, there is no relatedTarget; from a dialog the focus
      // returns.
      if (relatedTarget && !relatedTarget.closest('[role=dialog]')) last.current = null
    },
  }
}

/** Focuses the cell there, or in the last row; returns whether there is one. */
function focusNear({ row, column }: { row: number; column: string }, table: HTMLTableElement | null) {
  const rows = table?.tBodies[0]?.rows
  const near = rows?.[Math.min(row, rows.length - 1)]
  const cell = near?.querySelector<HTMLElement>(`[data-column="${CSS.escape(column)}"]`)
  cell?.focus()
  return !!cell
}
