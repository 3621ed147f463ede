import type { z } from 'zod'
import { DEFAULT_PAGE_SIZE, type listInput, PAGE_SIZES } from '#contract/records.ts'
import type { ListState as SavedState } from '#contract/views.ts'
import type { AnyColumn } from '#web/records/list/columns/columns.tsx'
import type { Filter } from '#web/records/list/filters/column-filters.tsx'

export type Sort = { field: string; order: 'asc' | 'desc' }

/**
 * Page, sort and filters of a list as in the URL:
 * `?page=2&per_page=50&sort=name.desc,seq_no.asc&name=travel&name.op=starts_with&status=inactive`.
 */
export type ListState = {
  page: number
  perPage: number
  /** The most important one first. */
  sort: Sort[]
  /** The filters by field. */
  filters: Record<string, Filter>
}

/** The most columns that a list is sorted by. */
const MOST_SORTED = 5

/**
 * Parses the state of a list from the query string of a URL. Unknown or invalid parts are ignored. `preferredSize` is
 * the page size of an address that names neither a size nor a page after the first.
 */
export function readListState(search: string, columns: AnyColumn[], preferredSize = DEFAULT_PAGE_SIZE): ListState {
  const params = new URLSearchParams(search)
  const page = Number(params.get('page'))
  const perPage = Number(params.get('per_page') ?? (page > 1 ? DEFAULT_PAGE_SIZE : preferredSize))
  const filters: Record<string, Filter> = {}
  for (const { field, filter } of columns) {
    const found = { text: params.get(field) ?? '', op: params.get(operatorOf(field)) ?? '' }
    if (filter && (found.text || found.op)) filters[field] = found
  }
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    perPage: PAGE_SIZES.find((size) => size === perPage) ?? DEFAULT_PAGE_SIZE,
    sort: readSort(params.get('sort') ?? '', columns),
    filters,
  }
}

function readSort(text: string, columns: AnyColumn[]): Sort[] {
  const sorted = new Map<string, Sort>()
  for (const part of text.split(',')) {
    const [, field = '', order] = /^(.+)\.(asc|desc)$/.exec(part) ?? []
    const sortable = columns.some((column) => column.field === field && column.sortable)
    if (sortable && !sorted.has(field)) sorted.set(field, { field, order: order as Sort['order'] })
  }
  return [...sorted.values()].slice(0, MOST_SORTED)
}

/** Parts of a URL's query string; null removes one. */
export type Params = Record<string, string | null>

/** The name of the part of the URL that holds the operator of a filter. */
const operatorOf = (field: string) => `${field}.op`

/** The sort as it stands in the URL. */
export const sortParams = (sort: Sort[]): Params => ({
  sort: sort.map(({ field, order }) => `${field}.${order}`).join(',') || null,
})

/** A filter as it stands in the URL; null for none. */
export const filterParams = (field: string, filter: Filter | null): Params => ({
  [field]: filter?.text.trim() ? filter.text : null,
  [operatorOf(field)]: filter?.op || null,
})

/** The page and its size as they stand in the URL, which leaves out the defaults. */
export function pageParams(page: number, size: number, preferredSize = DEFAULT_PAGE_SIZE): Params {
  const isImplied = size === DEFAULT_PAGE_SIZE && (page > 1 || preferredSize === DEFAULT_PAGE_SIZE)
  return { page: page > 1 ? String(page) : null, per_page: isImplied ? null : String(size) }
}

/** What removes every filter of these columns from the URL. */
export const noFilterParams = (columns: AnyColumn[]): Params =>
  Object.assign({}, ...columns.map(({ field }) => filterParams(field, null)))

/** The input of the list call for a state of the list. */
export function toListInput({ page, perPage, sort, filters }: ListState, columns: AnyColumn[]) {
  const sortedBy = (name: string) => columns.find(({ field }) => field === name)?.sortBy ?? name
  const input: z.input<typeof listInput> = {
    page,
    per_page: perPage,
    ...(sort.length > 0 && { sort: sort.map(({ field, order }) => ({ field: sortedBy(field), order })) }),
  }
  for (const { field, filter } of columns) {
    const added = filters[field] && filter?.toInput(field, filters[field])
    if (added) Object.assign(input, added, added.filters && { filters: { ...input.filters, ...added.filters } })
  }
  return input
}

/** The fields whose filters leave rows out. An operator without a value, or half a range, does not yet. */
export const filteredFields = ({ filters }: Pick<ListState, 'filters'>, columns: AnyColumn[]) =>
  columns.flatMap(({ field, filter }) => {
    const input = filters[field] && filter?.toInput(field, filters[field])
    return input && Object.keys(input).length ? [field] : []
  })

/** Filters and sort of a list as views and preferences keep them. */
export const toSaved = (state: Pick<ListState, 'filters' | 'sort'>, columns: AnyColumn[]): SavedState => ({
  filters: Object.fromEntries(
    filteredFields(state, columns).map((field) => {
      const { op = '', text = '' } = state.filters[field] ?? {}
      return [field, { ...(op && { op }), value: text }]
    }),
  ),
  sort: state.sort,
})

/**
 * The URL of a list, without the page, for what a view or the preferences keep; the list's own filters are replaced.
 */
export function savedParams(
  { filters = {}, sort = [], per_page }: SavedState,
  columns: AnyColumn[],
  preferredSize?: number,
): Params {
  const kept = Object.entries(filters).map(([field, { op = '', value = '' }]) =>
    filterParams(field, { op, text: [value].flat().join(',') }),
  )
  const size = per_page ? pageParams(1, per_page, preferredSize) : { page: null, per_page: null }
  return Object.assign({ ...noFilterParams(columns), ...sortParams(sort), ...size }, ...kept)
}
