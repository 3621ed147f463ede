import { useInfiniteQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { CallInput, CallOutput, Endpoint } from '#contract/endpoint.ts'
import { call } from '#web/api/call.ts'

type Page = { data: unknown[]; total: number; current_page: number }
type PagedEndpoint = Endpoint<z.ZodType<unknown, { page?: unknown; per_page?: unknown }>, z.ZodType<Page>>

const PER_PAGE = 20

/** The first page of a call and, each time that `showMore` is called, the next: all rows so far. */
export function useGrowingPages<E extends PagedEndpoint>(
  endpoint: E,
  input: Omit<CallInput<E>, 'page' | 'per_page'>,
  refetchWhile: (first: CallOutput<E>) => boolean = () => false,
) {
  const result = useInfiniteQuery({
    queryKey: [endpoint.path, input, 'growing'],
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, { ...input, page: pageParam, per_page: PER_PAGE } as CallInput<E>, { signal }),
    initialPageParam: 1,
    getNextPageParam: ({ current_page, total }) => (current_page * PER_PAGE < total ? current_page + 1 : undefined),
    refetchInterval: ({ state }) => (state.data?.pages[0] && refetchWhile(state.data.pages[0]) ? 1000 : false),
  })
  return {
    first: result.data?.pages[0],
    rows: (result.data?.pages ?? []).flatMap(({ data }) => data) as CallOutput<E>['data'],
    error: result.error,
    isFetching: result.isFetching,
    hasMore: result.hasNextPage,
    showMore: () => void result.fetchNextPage(),
    retry: () => void result.refetch(),
  }
}
