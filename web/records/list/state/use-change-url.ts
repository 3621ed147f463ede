import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ListState as SavedState } from '#contract/views.ts'
import type { AnyColumn } from '#web/records/list/columns/columns.tsx'
import { type NextFilter, NO_FILTER } from '#web/records/list/filters/column-filters.tsx'
import { searchOf } from '#web/records/shared/dialog-address.ts'
import { useListSearch } from './list-scope.ts'
import {
  filterParams,
  noFilterParams,
  type Params,
  pageParams,
  readListState,
  type Sort,
  savedParams,
  sortParams,
} from './list-state.ts'

/** Functions that change the list state in the URL. Defaults are left out of it; parts that belong to others stay. */
export function useChangeUrl(columns: AnyColumn[], size: number, preferredSize: number | undefined) {
  const { hash, state } = useLocation()
  const { search: here, toPage } = useListSearch()
  const navigate = useNavigate()
  // Further changes can come before the first one has rendered: each starts from the one before it, as `search` has it.
  const search = useRef(here)
  const pending = useRef<string[]>([])
  useEffect(() => {
    const arrived = pending.current.indexOf(here)
    pending.current = arrived < 0 ? [] : pending.current.slice(arrived + 1)
    if (!pending.current.length) search.current = here
  }, [here])

  function change(params: Params, replace: boolean) {
    search.current = withParams(search.current, params)
    if (search.current === here && !pending.current.length) return
    pending.current.push(search.current)
    void navigate({ search: toPage(search.current), hash }, { replace, state })
  }

  // With its size where that is not implied: to others, who prefer another one, the number would mean other rows.
  const pageOf = (page: number) => pageParams(page, size, preferredSize)

  const paramsOf = (saved: SavedState, view: string | null) => ({
    ...savedParams(saved, columns, preferredSize),
    saved_view: view,
  })

  return {
    showPage: (page: number, { replace = false } = {}) => change(pageOf(page), replace),
    /** The size is the preferred one from now on. */
    setPageSize: (size: number) => change(pageParams(1, size), false),
    setSort: (next: (sort: Sort[]) => Sort[]) =>
      change({ ...sortParams(next(readListState(search.current, columns).sort)), ...pageOf(1) }, false),
    setFilter(field: string, next: NextFilter) {
      const now = readListState(search.current, columns).filters[field] ?? NO_FILTER
      change({ ...filterParams(field, typeof next === 'function' ? next(now) : next), ...pageOf(1) }, true)
    },
    clearFilters: () => change({ ...noFilterParams(columns), ...pageOf(1) }, false),
    /** Shows what a view, given by its id, or the preferences keep. */
    show: (saved: SavedState, view: string | null, { replace = false } = {}) => change(paramsOf(saved, view), replace),
    /** The query string with which a link shows that. */
    searchFor: (saved: SavedState, view: string | null) => toPage(withParams(here, paramsOf(saved, view))),
  }
}

function withParams(search: string, params: Params) {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(params)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return searchOf(next)
}
