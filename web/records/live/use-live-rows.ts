import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isOwnChange } from '#web/records/changes/session-changes.ts'
import { useLiveEvents } from './live-events.ts'

type Row = { _id: string }
type Page = { data: Row[]; total: number }
type Rows = { queryKey: readonly unknown[]; queryFn?: unknown }

/** Together with the way there and back well below a second, and long enough for a burst of changes. */
const GATHER_MS = 250
/** As long as the mark of a changed row fades (grid-table.module.css). */
const MARK_MS = 3000

/**
 * Keeps a page of rows up to date while others change records. Values that changed are shown at once and their rows
 * marked; what would move the rows one is reading waits until `show` is called: `waiting` says how many are new (0 when
 * rows only moved or went), or is undefined.
 */
export function useLiveRows(rows: Rows, page: Page | undefined, read: () => Promise<Page>) {
  const client = useQueryClient()
  const [marked, setMarked] = useState<ReadonlySet<string>>(NONE)
  const [fresh, setFresh] = useState<{ of: Page; page: Page }>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const reading = useRef(false)
  /** The changes that were told of since the rows were read last. */
  const told = useRef<string[]>([])

  function gather() {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void readAgain(), GATHER_MS)
  }

  async function readAgain() {
    // The page reads everything again after a change of its own.
    if (!page || client.isMutating() > 0) return
    if (reading.current) return gather()
    // What one has done oneself is on screen already.
    const isOwn = told.current.every(isOwnChange)
    told.current = []
    if (isOwn) return
    reading.current = true
    try {
      take(page, await read())
    } catch {
      // The next event, or the person, asks again.
    } finally {
      reading.current = false
    }
  }

  function take(shown: Page, next: Page) {
    const moves = shown.data.length > 0 && !isSameOrder(shown.data, next.data)
    if (moves) return setFresh({ of: shown, page: next })
    const changed = next.data.filter((row, place) => JSON.stringify(row) !== JSON.stringify(shown.data[place]))
    if (!changed.length && next.total === shown.total) return
    client.setQueryData(rows.queryKey, next)
    setMarked(new Set(changed.map(({ _id }) => _id)))
  }

  useLiveEvents((event) => {
    if (event.kind !== 'change' && event.kind !== 'missed') return
    told.current.push(event.kind === 'change' ? event.change_id : 'missed')
    gather()
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (!marked.size) return
    const fading = setTimeout(() => setMarked(NONE), MARK_MS)
    return () => clearTimeout(fading)
  }, [marked])

  // What waits belongs to the rows that were shown when it came.
  const waits = fresh && fresh.of === page ? fresh.page : undefined
  return {
    marked,
    waiting: waits && page && Math.max(0, waits.total - page.total),
    show() {
      if (!waits || !page) return
      const known = new Set(page.data.map(({ _id }) => _id))
      client.setQueryData(rows.queryKey, waits)
      setMarked(new Set(waits.data.map(({ _id }) => _id).filter((id) => !known.has(id))))
    },
  }
}

const NONE: ReadonlySet<string> = new Set()

const isSameOrder = (some: Row[], others: Row[]) =>
  some.length === others.length && some.every(({ _id }, place) => _id === others[place]?._id)
