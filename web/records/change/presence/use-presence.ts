import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { changes, type FieldChange, type Present, records } from '#contract/changes.ts'
import type { CallOutput } from '#contract/endpoint.ts'
import type { RecordType } from '#contract/kinds.ts'
import { call } from '#web/api/call.ts'
import { useLiveEvents } from '#web/api/live-events.ts'
import { isOwnChange } from '#web/api/session-changes.ts'
import { useMe } from '#web/api/use-me.ts'

/** The lease on the server is 45 seconds long. */
const REPEAT_MS = 20_000

/** Tells this window from others of the same person. */
const WINDOW_ID = crypto.randomUUID()

/**
 * How many entries of a record's history are read at once: while one form is open, no more saves than these are told.
 */
const MOST_SAVES = 20

type Entry = CallOutput<typeof changes.of_record>['data'][number]

/** What was saved elsewhere since the form was opened: by whom, and each field as it is now. */
export type Saved = { by: string[]; fields: FieldChange[] }

/**
 * Who else has the form of this record open, whether one has it open in another window, and what was saved there or by
 * others since the `version` that the form shows. Tells the server for as long as the form is open. Without an answer
 * nothing is known, and nothing is held up.
 */
export function usePresence(type: RecordType, id: string, version: number) {
  const me = useMe()?._id
  const client = useQueryClient()
  const [present, setPresent] = useState<Present[]>([])
  const [entries, setEntries] = useState<Entry[]>([])

  useEffect(() => {
    const say = (open: boolean) =>
      call(records.presence, { record_type: type, record_id: id, open, window_id: WINDOW_ID }, { keepalive: !open })
    const sayOpen = () =>
      void say(true).then(
        ({ data }) => setPresent(data),
        () => {},
      )
    sayOpen()
    const timer = setInterval(sayOpen, REPEAT_MS)
    const left = () => void say(false).catch(() => {})
    window.addEventListener('pagehide', left)
    return () => {
      clearInterval(timer)
      window.removeEventListener('pagehide', left)
      left()
    }
  }, [type, id])

  async function readSaves() {
    try {
      const { data } = await call(changes.of_record, {
        record_type: type,
        record_id: id,
        page: 1,
        per_page: MOST_SAVES,
      })
      setEntries(data)
    } catch {
      // Saving will say what was changed meanwhile.
    }
  }

  useLiveEvents((event) => {
    if (event.kind === 'presence' && event.record_type === type && event.record_id === id) setPresent(event.admins)
    if (event.kind === 'missed') void readSaves()
    if (event.kind !== 'change' || !event.record_types.includes(type)) return
    // A save in this window announces itself.
    if (event.by._id !== me || !client.isMutating()) void readSaves()
  })

  const since = entries.filter(({ change, version: then }) => (then ?? 0) > version && !isOwnChange(change._id))
  const others = present.filter(({ _id }) => _id !== me)
  return {
    others: [...new Map(others.map(({ _id, name }) => [_id, name])).values()],
    isElsewhere: present.some(({ _id, window_id = WINDOW_ID }) => _id === me && window_id !== WINDOW_ID),
    saved: since.length > 0 ? together(since, me) : undefined,
  }
}

/** What people are called who have saved in another of their windows. */
export const ONESELF = 'You (in another window)'

/** Several entries, the newest first, as one: each field with what it is now. */
function together(entries: Entry[], me: string | undefined): Saved {
  const oldestFirst = entries.toReversed()
  const fields = new Map(oldestFirst.flatMap((entry) => entry.fields.map((field) => [field.field, field] as const)))
  return {
    by: [...new Set(oldestFirst.map(({ change }) => (change.by._id === me ? ONESELF : change.by.name)))],
    fields: [...fields.values()],
  }
}
