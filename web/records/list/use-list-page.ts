import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { CallInput, CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { listInput } from '#contract/records.ts'
import { query } from '#web/api/query.ts'
import type { AnyColumn } from './columns.tsx'
import { listInputOf, useListState } from './list-state.ts'

/** What a grid must know of a row: which one it is. */
export type ListedRow = { _id: string }

type Page<Row> = { data: Row[]; total: number; current_page: number }
type AnyListInput = Omit<z.input<typeof listInput>, 'is_deleted'>
export type ListEndpoint = Endpoint<z.ZodType<unknown, AnyListInput>, z.ZodType<Page<ListedRow>>>
export type RowOf<E extends ListEndpoint> = CallOutput<E>['data'][number]

/**
 * The page of a list that the address asks for: its state and the ways to change it, what the call is sent, and its
 * answer. A screen that wants to know what its grid shows asks the same and causes no second call.
 */
export function useListPage<E extends ListEndpoint>(list: E, columns: AnyColumn[], input?: Partial<CallInput<E>>) {
  const { state, ...change } = useListState(columns)
  const asked = { ...input, ...listInputOf(state, columns) } as CallInput<E>
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...query(list, asked),
    placeholderData: keepPreviousData,
    // Offline is an error with a Retry button, not an endless wait.
    networkMode: 'always',
  })
  const page = data as Page<RowOf<E>> | undefined
  return { state, change, asked, page, error, isFetching, isPlaceholderData, refetch }
}
