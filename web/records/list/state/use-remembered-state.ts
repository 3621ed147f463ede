import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { RecordType } from '#contract/kinds.ts'
import type { ListState as SavedState, View } from '#contract/views.ts'
import { preferencesQuery, usePreferences, useSavePreferences } from '#web/records/list/views/preferences.ts'
import { viewsQuery } from '#web/records/list/views/shown-view.ts'
import { keepLeftInWindow, leftInWindow } from './window-state.ts'

type Remembered = {
  /** What the list shows now, without its columns. */
  state: SavedState
  /** The view that it shows. */
  view: View | undefined
  /** The query string of an address that says nothing about the list. */
  bareSearch?: string | undefined
  showView: (view: View) => void
  showState: (state: SavedState, view: View | undefined) => void
}

const isEmpty = ({ filters = {}, sort = [] }: SavedState) => !Object.keys(filters).length && !sort.length

/**
 * Opens a list whose address says nothing with the administrator's default view, or, when coming from another page of
 * the application, as it was left: in the same order, and with the view and the filters of this window. An address that
 * says something is shown as it is, and changes nothing of what is remembered.
 */
export function useRememberedState(
  name: RecordType,
  { state, view, bareSearch = '', showView, showState }: Remembered,
) {
  const { search, state: navigationState } = useLocation()
  const opened = useRef({
    // A page that leads here to show something in particular says so in the navigation state.
    empty: search === bareSearch && !navigationState,
    byLink: useNavigationType() === 'PUSH',
  })
  const { default_view, last } = usePreferences(name)
  const { isFetched } = useQuery(preferencesQuery)
  const { data, isFetching } = useQuery(viewsQuery(name))
  const defaultView = data?.data.find(({ _id }) => _id === default_view)
  // Deleted, or no longer shared, or it cannot be read.
  const isGone = default_view !== null && !defaultView && !isFetching
  const save = useSavePreferences(name)

  const restore = useEffectEvent(() => {
    if (!opened.current.empty) return
    // What the person does first counts more.
    if (search !== bareSearch) opened.current.empty = false
    else if (defaultView) {
      opened.current.empty = false
      showView(defaultView)
    } else if ((default_view === null || isGone) && isFetched) {
      const inWindow = leftInWindow(name)
      if (inWindow.view && isFetching) return
      opened.current.empty = false
      const leftView = data?.data.find(({ _id }) => _id === inWindow.view)
      const per_page = leftView?.state.per_page
      const left = { filters: inWindow.filters, sort: last?.sort ?? [], ...(per_page && { per_page }) }
      if (opened.current.byLink && (leftView || !isEmpty(left))) showState(left, leftView)
    }
  })
  useEffect(() => restore(), [defaultView, default_view, isGone, isFetched, isFetching, last, search])

  const { filters = {}, sort = [] } = state
  useOnChange([filters, view?._id], () => keepLeftInWindow(name, filters, view?._id))
  useOnChange(sort, () => save({ last: sort.length ? { sort } : null }))
}

/** Calls a function when a value has changed since the first render. */
function useOnChange(value: object, onChange: () => void) {
  const now = JSON.stringify(value)
  const before = useRef(now)
  const report = useEffectEvent(onChange)
  useEffect(() => {
    if (before.current === now) return
    before.current = now
    report()
  }, [now])
}
