import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CallInput } from '#contract/endpoint.ts'
import { type ListName, type ListPreferences, preferences } from '#contract/views.ts'
import { ApiError, call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { onSessionChange } from '#web/api/session.ts'
import { toastError } from '#web/ui/feedback/toast.ts'

/** Reads how the signed-in administrator has arranged all lists; once, because only this application changes it. */
export const preferencesQuery = {
  ...query(preferences.get, {}),
  staleTime: Number.POSITIVE_INFINITY,
  meta: { refetchAfterChange: false },
}

const NONE: ListPreferences = { default_view: null }

/** The preferences of a list; nothing before they are known, and for lists without a name. */
export function usePreferences(name: ListName | undefined): ListPreferences {
  const { data } = useQuery({ ...preferencesQuery, enabled: name !== undefined })
  return (name && data?.data.lists[name]) ?? NONE
}

type Parts = Omit<CallInput<typeof preferences.set>, 'list'>

/** Long enough to send one call for a column that is dragged wider. */
const DEBOUNCE_MS = 500

const unsaved = new Map<ListName, { parts: Parts; timer: ReturnType<typeof setTimeout> }>()

/** Returns a function that changes parts of a list's preferences: here at once, on the server after a moment. */
export function useSavePreferences(name: ListName | undefined) {
  const client = useQueryClient()
  return (parts: Parts) => {
    if (!name) return
    showAtOnce(client, name, parts)
    const waiting = unsaved.get(name)
    clearTimeout(waiting?.timer)
    const all = { ...waiting?.parts, ...parts }
    unsaved.set(name, { parts: all, timer: setTimeout(() => void send(name), DEBOUNCE_MS) })
  }
}

function showAtOnce(client: QueryClient, name: ListName, parts: Parts) {
  client.setQueryData(preferencesQuery.queryKey, (known) => {
    const lists = known?.data.lists ?? {}
    const changed = { ...(lists[name] ?? NONE), ...parts } as Record<string, unknown>
    for (const [part, value] of Object.entries(changed))
      if (value === null && part !== 'default_view') delete changed[part]
    return { message: '', data: { lists: { ...lists, [name]: changed as ListPreferences } } }
  })
}

async function send(name: ListName) {
  const { parts } = unsaved.get(name) ?? {}
  unsaved.delete(name)
  try {
    if (parts) await call(preferences.set, { list: name, ...parts })
  } catch (error) {
    // The list stays as it is arranged; only the next sign-in would not find it so.
    const words = error instanceof ApiError ? error.message : 'Something went wrong.'
    toastError(`How you arranged this list could not be saved. ${words}`)
  }
}

// What one administrator arranged is not sent in the session of the next.
onSessionChange(() => {
  for (const { timer } of unsaved.values()) clearTimeout(timer)
  unsaved.clear()
})

// What was changed last is not lost when the window closes.
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState !== 'hidden') return
  for (const [name, { timer }] of unsaved) {
    clearTimeout(timer)
    void send(name)
  }
})
