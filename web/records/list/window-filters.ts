import type { RecordType } from '#contract/kinds.ts'
import type { ListState as SavedState } from '#contract/views.ts'
import { onSessionChange, sessionNumber } from '#web/api/session.ts'

type Filters = NonNullable<SavedState['filters']>

const PREFIX = 'filters-of-'

/** The filters with which a list was left in this window. */
export function filtersOfWindow(list: RecordType): Filters {
  try {
    return JSON.parse(sessionStorage.getItem(PREFIX + list) ?? '{}') as Filters
  } catch {
    return {}
  }
}

/** Keeps the filters of a list for as long as the window is open: a new one begins without any. */
export function keepFiltersOfWindow(list: RecordType, filters: Filters) {
  if (Object.keys(filters).length) sessionStorage.setItem(PREFIX + list, JSON.stringify(filters))
  else sessionStorage.removeItem(PREFIX + list)
}

// What one administrator looked for is not shown to the next.
let session = sessionNumber()
onSessionChange(() => {
  if (session === sessionNumber()) return
  session = sessionNumber()
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
})
