import { queryOptions } from '@tanstack/react-query'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { call } from './call.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** `refetchAfterChange: false`: a change only marks the query as stale; it is read again when next mounted. */
    queryMeta: { refetchAfterChange?: boolean }
    /**
     * `changesRecords: false`: nothing that was read before is out of date after this mutation. `saidInPlace`: its
     * caller shows what failed.
     */
    mutationMeta: { changesRecords?: boolean; saidInPlace?: boolean }
  }
}

/**
 * Options for reading an endpoint with TanStack Query: `useQuery(query(topics.list, input))`.
 * The query key starts with the path, so `[endpoint.path]` matches every query of that endpoint.
 */
export function query<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}
