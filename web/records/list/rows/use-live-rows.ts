import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useChanges } from '#web/api/live-events.ts'
import { isOwnChange } from '#web/api/session-changes.ts'

type Row = { _id: string; srno?: number }
type Page = { data: Row[]; total: number }
type Rows = { queryKey: readonly unknown[]; queryFn?: unknown }

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
  const reading = useRef(false)
  const again = useRef(false)

  async function readAgain(ids: string[] | undefined) {
    // The page reads everything again after a change of its own, which is on screen then.
    if (!page || client.isMutating() > 0 || ids?.every(isOwnChange)) return
    if (reading.current) {
      again.current = true
      return
    }
    reading.current = true
    again.current = false
    try {
      const before = shownNow()
      const next = await read()
      const shown = shownNow()
      // Rows that were read from elsewhere meanwhile, such as after a change of one's own, may be newer than these.
      if (shown && shown === before) take(shown, next)
      else again.current = true
    } catch {
      // The next event, or the person, asks again.
    } finally {
      reading.current = false
    }
    if (again.current) void readAgain(undefined)
  }

  const shownNow = () => client.getQueryData<Page>(rows.queryKey)

  function take(shown: Page, next: Page) {
    const moves = shown.data.length > 0 && !isSameOrder(shown.data, next.data)
    const page = moves ? inPlace(shown, next) : next
    const changed = page.data.filter((row, place) => JSON.stringify(row) !== JSON.stringify(shown.data[place]))
    const differs = changed.length > 0 || page.total !== shown.total
    const now = (differs && client.setQueryData<Page>(rows.queryKey, page)) || shown
    if (changed.length) setMarked(new Set(changed.map(({ _id }) => _id)))
    setFresh(moves ? { of: now, page: next } : undefined)
  }

  useChanges((ids) => void readAgain(ids))
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

/** The rows as they are shown, each with its present values if it is still on the page. */
function inPlace(shown: Page, next: Page): Page {
  const now = new Map(next.data.map((row) => [row._id, row]))
  return {
    ...shown,
    data: shown.data.map((row) => ({ ...(now.get(row._id) ?? row), ...(row.srno && { srno: row.srno }) })),
  }
}

const isSameOrder = (some: Row[], others: Row[]) =>
  some.length === others.length && some.every(({ _id }, place) => _id === others[place]?._id)
