import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { z } from 'zod'
import { DEFAULT_PAGE_SIZE, type listInput, PAGE_SIZES } from '#contract/records.ts'
import type { AnyColumn } from './columns.tsx'

export type Sort = { field: string; order: 'asc' | 'desc' }

/** What of a list is shown, as the address says: `?page=2&per_page=50&sort=name.desc&name=travel&status=inactive`. */
export type ListState = {
  page: number
  perPage: number
  sort: Sort | null
  /** By field, the text of the filter as typed. */
  filters: Record<string, string>
}

/** Reads the state of a list from the query part of an address. What the list does not know is passed over. */
export function readListState(search: string, columns: AnyColumn[]): ListState {
  const params = new URLSearchParams(search)
  const page = Number(params.get('page'))
  const perPage = Number(params.get('per_page'))
  const [, field, order] = /^(.+)\.(asc|desc)$/.exec(params.get('sort') ?? '') ?? []
  const sortable = columns.some((column) => column.field === field && column.sortable)
  const filters: Record<string, string> = {}
  for (const { field, filter } of columns) {
    const text = params.get(field)
    if (filter && text) filters[field] = text
  }
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    perPage: PAGE_SIZES.find((size) => size === perPage) ?? DEFAULT_PAGE_SIZE,
    sort: field && sortable ? { field, order: order as Sort['order'] } : null,
    filters,
  }
}

/** What the list call is sent for a state of the list. */
export function listInputOf({ page, perPage, sort, filters }: ListState, columns: AnyColumn[]) {
  const sorted = columns.find(({ field }) => field === sort?.field)
  const input: z.input<typeof listInput> = {
    page,
    per_page: perPage,
    ...(sort && { sort: [{ ...sort, field: sorted?.sortBy ?? sort.field }] }),
  }
  for (const { field, filter } of columns) {
    const asked = filters[field] && filter?.toInput(field, filters[field])
    if (asked) Object.assign(input, asked, asked.filters && { filters: { ...input.filters, ...asked.filters } })
  }
  return input
}

type Params = Record<string, string | null>

/** The list's state and the ways to change it. Defaults leave the address clean; other parts of it are left alone. */
export function useListState(columns: AnyColumn[]) {
  const location = useLocation()
  const navigate = useNavigate()
  // Two changes may come before the address follows the first one.
  const search = useRef(location.search)
  useEffect(() => {
    search.current = location.search
  }, [location.search])

  function change(params: Params, replace: boolean) {
    const next = new URLSearchParams(search.current)
    for (const [name, value] of Object.entries(params)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    search.current = next.size ? `?${next}` : ''
    if (search.current === location.search) return
    void navigate({ search: search.current, hash: location.hash }, { replace, state: location.state })
  }

  return {
    state: readListState(location.search, columns),
    showPage: (page: number, { replace = false } = {}) => change({ page: page > 1 ? String(page) : null }, replace),
    setPageSize: (size: number) =>
      change({ per_page: size === DEFAULT_PAGE_SIZE ? null : String(size), page: null }, false),
    setSort: (sort: Sort | null) => change({ sort: sort && `${sort.field}.${sort.order}`, page: null }, false),
    setFilter: (field: string, text: string) => change({ [field]: text.trim() ? text : null, page: null }, true),
    clearFilters: () =>
      change({ page: null, ...Object.fromEntries(columns.map(({ field }): [string, null] => [field, null])) }, false),
  }
}
