import type { z } from 'zod'
import { DEFAULT_PAGE_SIZE, type listInput, PAGE_SIZES } from '#contract/records.ts'
import type { AnyColumn } from './columns.tsx'

export type Sort = { field: string; order: 'asc' | 'desc' }

/** Page, sort and filters of a list as in the URL: `?page=2&per_page=50&sort=name.desc,seq_no.asc&name=travel&status=inactive`. */
export type ListState = {
  page: number
  perPage: number
  /** The most important one first. */
  sort: Sort[]
  /** The text of each filter as typed, by field. */
  filters: Record<string, string>
}

/** Parses the state of a list from the query string of a URL. Unknown or invalid parts are ignored. */
export function readListState(search: string, columns: AnyColumn[]): ListState {
  const params = new URLSearchParams(search)
  const page = Number(params.get('page'))
  const perPage = Number(params.get('per_page'))
  const filters: Record<string, string> = {}
  for (const { field, filter } of columns) {
    const text = params.get(field)
    if (filter && text) filters[field] = text
  }
  return {
    page: Number.isSafeInteger(page) && page > 0 ? page : 1,
    perPage: PAGE_SIZES.find((size) => size === perPage) ?? DEFAULT_PAGE_SIZE,
    sort: readSort(params.get('sort') ?? '', columns),
    filters,
  }
}

/** The most columns that a list is sorted by. */
const MOST_SORTED = 5

function readSort(text: string, columns: AnyColumn[]): Sort[] {
  const sorted = new Map<string, Sort>()
  for (const part of text.split(',')) {
    const [, field = '', order] = /^(.+)\.(asc|desc)$/.exec(part) ?? []
    const sortable = columns.some((column) => column.field === field && column.sortable)
    if (sortable && !sorted.has(field)) sorted.set(field, { field, order: order as Sort['order'] })
  }
  return [...sorted.values()].slice(0, MOST_SORTED)
}

/** The sort as it stands in the URL; null for none. */
export const writeSort = (sort: Sort[]) => sort.map(({ field, order }) => `${field}.${order}`).join(',') || null

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
