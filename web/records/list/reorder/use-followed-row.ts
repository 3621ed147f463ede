import { useEffect, useLayoutEffect, useRef } from 'react'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'

/** A row that moves, and the column in which it has the focus. */
type FollowedRow = { row: ListedRow; column: string }

/**
 * Keeps the focus on a row while it moves, also to another page, until the person turns to something else. Keys that
 * are pressed before it has arrived thus mean that row, not the one that is in its place meanwhile.
 */
export function useFollowedRow() {
  const followed = useRef<FollowedRow>(null)

  // After every render, because each may have moved it; at once, so that no key goes to another row.
  useLayoutEffect(() => {
    const at = document.activeElement
    if (!followed.current || (at !== document.body && !at?.closest('[role=grid] tbody'))) return
    const { row, column } = followed.current
    const line = document.querySelector(`[role=grid] [data-row-id="${CSS.escape(row._id)}"]`)
    const cell = line?.querySelector<HTMLElement>(`[data-column="${CSS.escape(column)}"]`)
    if (cell && !cell.contains(at)) cell.focus()
  })

  useEffect(() => {
    const forget = (event: Event) => {
      if (event instanceof KeyboardEvent && (event.altKey || event.key === 'Alt')) return
      followed.current = null
    }
    for (const type of ['keydown', 'pointerdown']) document.addEventListener(type, forget, true)
    return () => {
      for (const type of ['keydown', 'pointerdown']) document.removeEventListener(type, forget, true)
    }
  }, [])

  return {
    follow(row: ListedRow, column: string) {
      followed.current = { row, column }
    },
    /** The row that is followed, if any. */
    followed: () => followed.current?.row,
  }
}
