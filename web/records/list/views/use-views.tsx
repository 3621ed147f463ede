import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import type { RecordType } from '#contract/kinds.ts'
import type { ListState as SavedState, View } from '#contract/views.ts'
import { settingsOf } from '#web/records/list/columns/column-settings.ts'
import type { AnyColumn } from '#web/records/list/columns/columns.tsx'
import { readListState, savedParams, toSaved } from '#web/records/list/state/list-state.ts'
import type { List } from '#web/records/list/state/use-list.ts'
import { useRememberedState } from '#web/records/list/state/use-remembered-state.ts'
import { keepColumnsInWindow } from '#web/records/list/state/window-state.ts'
import { usePreferences } from './preferences.ts'
import { ALL_RECORDS, useShownView, viewsQuery } from './shown-view.ts'
import { ViewTabs } from './view-tabs.tsx'

type ViewsOptions = {
  /** The name under which views and preferences are kept. */
  name: RecordType
  listed: Pick<List, 'state' | 'change' | 'columnSettings'>
  columns: AnyColumn[]
  /** The query string of its address when that says nothing about the list. */
  bareSearch?: string
}

/**
 * The saved views of a list: opens it with the default one, or as it was left, remembers how it is left, and returns
 * the tabs above it.
 */
export function useViews({ name, listed, columns, bareSearch }: ViewsOptions): ReactNode {
  const { state, change, columnSettings } = listed
  const { data, isLoading, error } = useQuery(viewsQuery(name))
  const { default_view } = usePreferences(name)
  const view = useShownView(name)
  const saved = toSaved(state, columns)
  const now = { ...saved, columns: columnSettings.settings, per_page: state.perPage }
  const edited = view !== undefined && isEdited(view, now, columns)
  // What opens by itself must not take the place of all records.
  const addressOf = (view: View | null) => view?._id ?? (default_view ? ALL_RECORDS : null)

  function showView(view: View | null, replace = false) {
    if (view) keepColumnsInWindow(view._id, undefined)
    change.show(view?.state ?? {}, addressOf(view), { replace })
  }

  useFollowedView(view, edited, (changed) => showView(changed, true))
  useRememberedState(name, {
    state: saved,
    view,
    bareSearch,
    showView: (view) => showView(view, true),
    showState: (last, view) => change.show(last, view?._id ?? null, { replace: true }),
  })

  return (
    <ViewTabs
      list={name}
      state={now}
      shown={view}
      onShow={showView}
      views={data?.data ?? []}
      isLoading={isLoading}
      error={error}
      edited={edited}
      searchFor={(view) => change.searchFor(view?.state ?? {}, addressOf(view))}
    />
  )
}

/** Shows a view as its owner has since changed it, unless the list was edited here. */
function useFollowedView(view: View | undefined, edited: boolean, show: (view: View) => void) {
  const before = useRef({ view, edited })
  const follow = useEffectEvent(() => {
    const { view: known, edited: wasEdited } = before.current
    before.current = { view, edited }
    if (view && known?._id === view._id && known.version !== view.version && !wasEdited && edited) show(view)
  })
  useEffect(() => follow(), [view, edited])
}

/**
 * Whether a list shows anything other than its view, of whose columns only those that the list has count. The page does
 * not count, nor does the page size where the view has none.
 */
function isEdited(view: View, now: SavedState, columns: AnyColumn[]) {
  const shown = ({ filters, sort, columns: arranged = [], per_page }: SavedState) => {
    const params = Object.entries(savedParams({ filters, sort, ...(view.state.per_page && { per_page }) }, columns))
    const search = new URLSearchParams(params.filter((param): param is [string, string] => param[1] !== null))
    const { perPage, ...state } = readListState(`${search}`, columns)
    return JSON.stringify([toSaved(state, columns), perPage, settingsOf(columns, arranged)])
  }
  return shown(view.state) !== shown(now)
}
