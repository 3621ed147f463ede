import type { PointerEvent as ReactPointerEvent } from 'react'

/** The row of the page beside which another one is put. */
export type DropPlace = { id: string; side: 'before' | 'after' }

/**
 * Lets a row that is pressed at its handle follow the pointer: a line shows where it would go. Calls the function with
 * its id when it is dropped; Escape ends it without a call.
 */
export function dragRow(event: ReactPointerEvent, onDrop: (id: string, place: DropPlace) => void) {
  const handle = (event.target as Element).closest('[data-move-handle]')
  const row = handle?.closest<HTMLElement>('[data-row-id]')
  const body = row?.parentElement
  if (!row || !body || !event.isPrimary || event.button !== 0) return
  const { pointerId } = event
  const listening = new AbortController()
  const options = { signal: listening.signal, capture: true }
  let line: HTMLElement | undefined
  row.dataset.dragged = ''

  function showLine({ target, side }: ReturnType<typeof placeAt>) {
    delete line?.dataset.drop
    line = target
    if (!line) return
    line.dataset.drop = side
    // Near the edge of the list, this brings the next row into view.
    line.scrollIntoView({ block: 'nearest' })
  }

  function end() {
    listening.abort()
    delete row?.dataset.dragged
    delete line?.dataset.drop
  }

  document.addEventListener(
    'pointermove',
    (move) => {
      if (move.pointerId === pointerId) showLine(placeAt(body, move.clientY))
    },
    options,
  )
  document.addEventListener(
    'pointerup',
    (up) => {
      if (up.pointerId !== pointerId) return
      const id = line?.dataset.rowId
      const side = line?.dataset.drop === 'after' ? 'after' : 'before'
      end()
      if (id) onDrop(row.dataset.rowId ?? '', { id, side })
    },
    options,
  )
  document.addEventListener('pointercancel', end, options)
  document.addEventListener(
    'keydown',
    (press) => {
      if (press.key !== 'Escape') return
      press.stopPropagation()
      end()
    },
    options,
  )
}

/** The first row whose upper half the pointer is in or above; after the last one if there is none. */
function placeAt(body: HTMLElement, y: number) {
  const rows = [...body.querySelectorAll<HTMLElement>('[data-row-id]')]
  const next = rows.find((row) => {
    const { top, height } = row.getBoundingClientRect()
    return y < top + height / 2
  })
  return next ? { target: next, side: 'before' as const } : { target: rows.at(-1), side: 'after' as const }
}
