import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { CallInput } from '#contract/endpoint.ts'
import type { RecordType } from '#contract/kinds.ts'
import { type ListPreferences, preferences } from '#contract/views.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { onSessionChange } from '#web/api/session.ts'
import { toastError } from '#web/ui/feedback/toast.ts'

type Parts = Omit<CallInput<typeof preferences.set>, 'list'>

/** Parts of a list's preferences that were changed here and are not in the answer of the server yet. */
type Change = { list: RecordType; parts: Parts; state: 'waiting' | 'sending' | 'saved' | 'failed' }

/** In the order in which they were made. */
let changes: readonly Change[] = []
const listeners = new Set<() => void>()

function setChanges(next: readonly Change[]) {
  changes = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Reads how the signed-in administrator has arranged all lists; once, because only this application changes it. */
export const preferencesQuery = {
  ...query(preferences.get, {}),
  async queryFn({ signal }: { signal: AbortSignal }) {
    const saved = changes.filter(({ state }) => state === 'saved')
    const answer = await call(preferences.get, {}, { signal })
    // What was saved before the question is in the answer.
    changes = changes.filter((change) => !saved.includes(change))
    return answer
  },
  staleTime: Number.POSITIVE_INFINITY,
  meta: { refetchAfterChange: false },
}

const NONE: ListPreferences = { default_view: null }

/** The preferences of a list; nothing but what was changed here before they are known, and for lists without a name. */
export function usePreferences(name: RecordType | undefined): ListPreferences {
  const { data } = useQuery({ ...preferencesQuery, enabled: name !== undefined })
  const changed = useSyncExternalStore(subscribe, () => changes)
  const known = (name && data?.data.lists[name]) ?? NONE
  return changed.filter(({ list }) => list === name).reduce(withParts, known)
}

function withParts(known: ListPreferences, { parts }: Pick<Change, 'parts'>): ListPreferences {
  const changed = Object.entries({ ...known, ...parts })
  return Object.fromEntries(
    changed.filter(([part, value]) => value !== null || part === 'default_view'),
  ) as ListPreferences
}

/** Long enough to send one call for a column that is dragged wider. */
const DEBOUNCE_MS = 500

/** What sends the changes that wait. */
const waiting = new Map<RecordType, { timer: ReturnType<typeof setTimeout>; send: () => void }>()

/** Returns a function that changes parts of a list's preferences: here at once, on the server after a moment. */
export function useSavePreferences(name: RecordType | undefined) {
  const client = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: (change: Change) => save(client, change),
    // One call after the other, so that a slow one does not undo the next.
    scope: { id: 'preferences' },
    meta: { changesRecords: false },
  })
  return (parts: Parts) => {
    if (!name) return
    // What waits, or could not be saved before, goes along.
    const unsent = changes.filter(({ list, state }) => list === name && (state === 'waiting' || state === 'failed'))
    const change: Change = {
      list: name,
      parts: Object.assign({}, ...unsent.map((other) => other.parts), parts),
      state: 'waiting',
    }
    setChanges([...changes.filter((other) => !unsent.includes(other)), change])
    const send = () => {
      waiting.delete(name)
      change.state = 'sending'
      mutate(change)
    }
    clearTimeout(waiting.get(name)?.timer)
    waiting.set(name, { timer: setTimeout(send, DEBOUNCE_MS), send })
  }
}

async function save(client: QueryClient, change: Change) {
  // It belongs to a session that has ended.
  if (!changes.includes(change)) return
  const { list, parts } = change
  try {
    await call(preferences.set, { list, ...parts }, { keepalive: true })
    change.state = 'saved'
    settle(client, change)
  } catch (error) {
    change.state = 'failed'
    const later = changes.slice(changes.indexOf(change) + 1).filter((other) => other.list === list)
    for (const part of later.flatMap((other) => Object.keys(other.parts))) delete parts[part as keyof Parts]
    // The list stays as it is arranged; only the next sign-in would not find it so.
    const words = error instanceof ApiError ? error.message : 'Something went wrong.'
    toastError(`The layout of this list could not be saved. ${words}`)
  }
}

/** Makes what is saved a part of the answer, unless one is on its way that may be from before. */
function settle(client: QueryClient, change: Change) {
  const { queryKey } = preferencesQuery
  const known = client.getQueryData(queryKey)
  if (!known || client.isFetching({ queryKey })) return
  const { lists } = known.data
  const changed = withParts(lists[change.list] ?? NONE, change)
  client.setQueryData(queryKey, { ...known, data: { lists: { ...lists, [change.list]: changed } } })
  setChanges(changes.filter((other) => other !== change))
}

// What one administrator arranged is not sent in the session of the next.
onSessionChange(() => {
  for (const { timer } of waiting.values()) clearTimeout(timer)
  waiting.clear()
  setChanges([])
})

// What was changed last is not lost when the window closes.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'hidden') return
  for (const { timer, send } of waiting.values()) {
    clearTimeout(timer)
    send()
  }
})
