import { useLocation } from 'react-router'
import type { RecordType } from '#contract/kinds.ts'
import type { View } from '#contract/views.ts'
import type { AnyColumn } from './columns.tsx'
import { toSaved } from './list-state.ts'
import { useSavePreferences } from './preferences.ts'
import type { List } from './use-list.ts'
import { useRememberedState } from './use-remembered-state.ts'
import { ViewsMenu } from './views-menu.tsx'

type ViewsOptions = {
  /** The name under which views and preferences are kept. */
  name: RecordType
  /** What the list is called. */
  title: string
  listed: Pick<List, 'state' | 'change' | 'columnSettings'>
  columns: AnyColumn[]
  /** The query string of its address when that says nothing about the list. */
  bareSearch?: string
}

/**
 * The saved views of a list: opens it with the default one, or as it was left, remembers how it is left, and returns the
 * menu for its title.
 */
export function useViews({ name, title, listed, columns, bareSearch }: ViewsOptions) {
  const { state, change, columnSettings } = listed
  const savePreferences = useSavePreferences(name)
  const active = new URLSearchParams(useLocation().search).get('saved_view')
  const saved = toSaved(state, columns)

  function showView(view: View | null, replace = false) {
    change.show(view?.state ?? {}, view?._id ?? null, { replace })
    savePreferences({ columns: view?.state.columns ?? null })
  }

  useRememberedState(name, {
    state: saved,
    bareSearch,
    showView: (view) => showView(view, true),
    showState: (last) => change.show(last, null, { replace: true }),
  })

  return (
    <ViewsMenu
      list={name}
      title={title}
      state={{ ...saved, columns: columnSettings.settings, per_page: state.perPage }}
      active={active}
      onShow={showView}
    />
  )
}
