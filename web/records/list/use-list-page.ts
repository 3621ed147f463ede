import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'
import type { CallInput, CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { listInput } from '#contract/records.ts'
import type { ListName, ListState as SavedState } from '#contract/views.ts'
import { query } from '#web/api/query.ts'
import type { Filter } from './column-filters.tsx'
import type { AnyColumn } from './columns.tsx'
import {
  filterParams,
  noFilterParams,
  type Params,
  readListState,
  type Sort,
  savedParams,
  sizeParams,
  sortParams,
  toListInput,
} from './list-state.ts'
import { usePreferences } from './preferences.ts'

/** What every row of a list has. */
export type ListedRow = { _id: string }

type Page<Row> = { data: Row[]; total: number; current_page: number }
type AnyListInput = Omit<z.input<typeof listInput>, 'is_deleted'>
export type ListEndpoint = Endpoint<z.ZodType<unknown, AnyListInput>, z.ZodType<Page<ListedRow>>>
export type RowOf<E extends ListEndpoint> = CallOutput<E>['data'][number]

/**
 * The page of a list that the URL describes: its `state` with functions to `change` it, the `input` of the call, and
 * the answer. Screens may call it beside ListGrid with the same arguments: both share one request. `name` is the list
 * whose preferences count.
 */
export function useListPage<E extends ListEndpoint>(
  list: E,
  columns: AnyColumn[],
  fixed?: Partial<CallInput<E>>,
  name?: ListName,
) {
  const location = useLocation()
  const state = readListState(location.search, columns, usePreferences(name).per_page)
  const change = useChangeUrl(columns, state.perPage)
  const input = { ...fixed, ...toListInput(state, columns) } as CallInput<E>
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query(list, input),
    placeholderData: keepPreviousData,
  })
  const page = data as Page<RowOf<E>> | undefined
  return { state, change, input, page, error, isFetching, isPlaceholderData, refetch }
}

/** Changes the list state in the URL. Defaults are left out of it; parts that belong to others stay. */
function useChangeUrl(columns: AnyColumn[], perPage: number) {
  const location = useLocation()
  const navigate = useNavigate()
  // Further changes can come before the first one has rendered: each starts from the one before it.
  const search = useRef(location.search)
  const pending = useRef<string[]>([])
  useEffect(() => {
    const arrived = pending.current.indexOf(location.search)
    pending.current = arrived < 0 ? [] : pending.current.slice(arrived + 1)
    if (!pending.current.length) search.current = location.search
  }, [location.search])

  function change(params: Params, replace: boolean) {
    const next = new URLSearchParams(search.current)
    for (const [name, value] of Object.entries(params)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    search.current = next.size ? `?${next}` : ''
    if (search.current === location.search && !pending.current.length) return
    pending.current.push(search.current)
    void navigate({ search: search.current, hash: location.hash }, { replace, state: location.state })
  }

  return {
    showPage: (page: number, { replace = false } = {}) =>
      // With its size: to others, who prefer another one, the number would mean other rows.
      change({ page: page > 1 ? String(page) : null, ...sizeParams(perPage) }, replace),
    setPageSize: (size: number) => change({ ...sizeParams(size), page: null }, false),
    // From the sort as it is by now: two clicks can come before the first one has rendered.
    setSort: (next: (sort: Sort[]) => Sort[]) =>
      change({ ...sortParams(next(readListState(search.current, columns).sort)), page: null }, false),
    setFilter: (field: string, filter: Filter | null) => change({ ...filterParams(field, filter), page: null }, true),
    clearFilters: () => change({ page: null, ...noFilterParams(columns) }, false),
    /** Shows what a view, given by its id, or the preferences keep. */
    show: (saved: SavedState, view: string | null, { replace = false } = {}) =>
      change({ ...savedParams(saved, columns), view }, replace),
  }
}
