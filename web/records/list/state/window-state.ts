import { useMemo, useSyncExternalStore } from 'react'
import type { RecordType } from '#contract/kinds.ts'
import type { ColumnSetting, ListState as SavedState } from '#contract/views.ts'
import { onSessionChange, sessionNumber } from '#web/api/session.ts'
import { tabStorage } from '#web/storage/storage.ts'

type Filters = NonNullable<SavedState['filters']>

const FILTERS = 'filters-of-'
const VIEW = 'view-of-'
const COLUMNS = 'columns-of-'

const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

function parsed<Value>(json: string | null): Value | undefined {
  try {
    return json === null ? undefined : (JSON.parse(json) as Value)
  } catch {
    return undefined
  }
}

function keep(key: string, value: object | string | undefined) {
  if (value === undefined) tabStorage.removeItem(key)
  else tabStorage.setItem(key, JSON.stringify(value))
  for (const listener of listeners) listener()
}

/** The filters and the view with which a list was left in this window. */
export const leftInWindow = (list: RecordType) => ({
  filters: parsed<Filters>(tabStorage.getItem(FILTERS + list)) ?? {},
  view: parsed<string>(tabStorage.getItem(VIEW + list)),
})

/** Keeps the filters and the view of a list for as long as the window is open: a new one begins without any. */
export function keepLeftInWindow(list: RecordType, filters: Filters, view: string | undefined) {
  keep(FILTERS + list, Object.keys(filters).length ? filters : undefined)
  keep(VIEW + list, view)
}

/** Keeps how the columns of a view were arranged in this window, which changes the view only once it is saved. */
export const keepColumnsInWindow = (view: string, columns: ColumnSetting[] | undefined) => keep(COLUMNS + view, columns)

/** How the columns of a view were arranged in this window. */
export function useColumnsInWindow(view: string | undefined) {
  const json = useSyncExternalStore(subscribe, () => (view ? tabStorage.getItem(COLUMNS + view) : null))
  return useMemo(() => parsed<ColumnSetting[]>(json), [json])
}

// What one administrator looked for is not shown to the next.
let session = sessionNumber()
onSessionChange(() => {
  if (session === sessionNumber()) return
  session = sessionNumber()
  for (const key of tabStorage.keys())
    if ([FILTERS, VIEW, COLUMNS].some((prefix) => key.startsWith(prefix))) tabStorage.removeItem(key)
})
