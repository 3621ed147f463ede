import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { RecordType } from '#contract/kinds.ts'
import type { ListState as SavedState, View } from '#contract/views.ts'
import { usePreferences, useSavePreferences } from './preferences.ts'
import { viewsQuery } from './views-menu.tsx'

type Remembered = {
  /** What the list shows now, without its columns. */
  state: SavedState
  /** The query string of an address that says nothing about the list. */
  bareSearch?: string | undefined
  showView: (view: View) => void
  showState: (state: SavedState) => void
}

const isEmpty = ({ filters = {}, sort = [] }: SavedState) => !Object.keys(filters).length && !sort.length

/**
 * Opens a list whose address says nothing with the administrator's default view, or, when coming from another page of
 * the application, as it was left; and remembers how it is left. An address that says something is shown as it is.
 */
export function useRememberedState(name: RecordType, { state, bareSearch = '', showView, showState }: Remembered) {
  const { search, state: navigationState } = useLocation()
  const opened = useRef({
    // A page that leads here to show something in particular says so in the navigation state.
    empty: search === bareSearch && !navigationState,
    byLink: useNavigationType() === 'PUSH',
  })
  const { default_view, last } = usePreferences(name)
  const { data, isFetching } = useQuery({ ...viewsQuery(name), enabled: default_view !== null })
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
    } else if ((default_view === null || isGone) && last) {
      opened.current.empty = false
      if (opened.current.byLink && !isEmpty(last)) showState(last)
    }
  })
  useEffect(() => restore(), [defaultView, default_view, isGone, last, search])

  const now = JSON.stringify(state)
  const remembered = useRef(now)
  const remember = useEffectEvent(() => save({ last: isEmpty(state) ? null : state }))
  useEffect(() => {
    if (remembered.current === now) return
    remembered.current = now
    remember()
  }, [now])
}
