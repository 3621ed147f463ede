import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { useLocation } from 'react-router'
import type { z } from 'zod'
import type { CallInput, CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { listInput } from '#contract/records.ts'
import { call } from '#web/api/call.ts'
import { query } from '#web/api/query.ts'
import { useColumnSettings } from '#web/records/list/columns/column-settings.ts'
import type { AnyColumn, Column } from '#web/records/list/columns/columns.tsx'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import { useLiveRows } from '#web/records/list/rows/use-live-rows.ts'
import { usePreferences, useSavePreferences } from '#web/records/list/views/preferences.ts'
import { useListSearch } from './list-scope.ts'
import { filteredFields, readListState, toListInput } from './list-state.ts'
import { useChangeUrl } from './use-change-url.ts'

type Page<Row> = { data: Row[]; total: number; current_page: number }
type AnyListInput = Omit<z.input<typeof listInput>, 'is_deleted'>
export type ListEndpoint = Endpoint<z.ZodType<unknown, AnyListInput>, z.ZodType<Page<ListedRow>>>
export type RowOf<E extends ListEndpoint> = CallOutput<E>['data'][number]

export type ListOptions<E extends ListEndpoint> = {
  list: E
  columns: Column<NoInfer<RowOf<E>>>[]
  /** The name under which the administrator's columns and page size are kept. */
  name?: RecordType | undefined
  /** Input for every call of the list, besides page, sort and filters. */
  input?: Partial<CallInput<E>> | undefined
}

/** A list as GridOfList shows it. */
export type List = Omit<ReturnType<typeof useList<ListEndpoint>>, 'input'>

/**
 * A list as its address describes it: the `state` with functions to `change` it, the `input` of the call, its answer,
 * and how the columns are arranged. The one owner of all that: what shows the list passes it on.
 */
export function useList<E extends ListEndpoint>({ list, columns, name, input: fixed }: ListOptions<E>) {
  const listed = columns as Column<ListedRow>[]
  const { search } = useListSearch()
  const { per_page: preferredSize } = usePreferences(name)
  const state = useMemo(() => readListState(search, listed, preferredSize), [search, listed, preferredSize])
  const changeUrl = useChangeUrl(listed, state.perPage, preferredSize)
  const savePreferences = useSavePreferences(name)
  const columnSettings = useColumnSettings(name, listed)
  const input = { ...fixed, ...toListInput(state, listed) } as CallInput<E>
  const rows = query(list, input)
  const { data, error, refetch, ...answer } = useQuery({
    ...rows,
    placeholderData: keepPreviousData,
  })
  // Where the next rows cannot be read, those before them stay.
  const [last, setLast] = useState(data)
  if (data && data !== last) setLast(data)
  const page = (data ?? (error ? last : undefined)) as Page<RowOf<E>> | undefined
  const isPlaceholderData = answer.isPlaceholderData || (page !== undefined && !data)
  const live = useLiveRows(
    rows,
    isPlaceholderData ? undefined : page,
    () => call(list, input) as Promise<Page<RowOf<E>>>,
  )
  const pages = Math.max(1, Math.ceil((page?.total ?? 0) / state.perPage))
  const isPastEnd = page !== undefined && !isPlaceholderData && page.data.length === 0 && state.page > pages

  useEffect(() => {
    if (isPastEnd) changeUrl.showPage(pages, { replace: true })
  })

  const change = {
    ...changeUrl,
    setPageSize(size: number) {
      savePreferences({ per_page: size })
      changeUrl.setPageSize(size)
    },
  }
  return {
    /** The kind of its records, if they are all of one. */
    type: name,
    state,
    change,
    input,
    /** The query of its rows, for what shows when they were read, or that they are being read. */
    rows: rows as ReturnType<typeof query<ListEndpoint>>,
    page,
    error,
    /** The rows are not those of this address. */
    isPlaceholderData,
    refetch,
    /** All that it can be filtered by, also where no column shows it. */
    columns: listed,
    columnSettings,
    live,
    /** Its last page is shown instead. */
    isPastEnd,
    filtered: filteredFields(state, listed),
  }
}

/** The filters of the list at this address, for what shows the same records beside it. */
export function useListFilters(columns: AnyColumn[]) {
  const { filters, is_deleted } = toListInput(readListState(useLocation().search, columns), columns)
  return { filters, is_deleted }
}
