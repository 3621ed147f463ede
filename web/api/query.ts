import { queryOptions } from '@tanstack/react-query'
import type { CallInput, Endpoint } from '#contract/endpoint.ts'
import { call } from './call.ts'

/** Reading with TanStack Query: `useQuery(query(topics.list, input))`. The path is the key, so `[endpoint.path]` names all reads of that call. */
export function query<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return queryOptions({
    queryKey: [endpoint.path, input] as const,
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
  })
}
