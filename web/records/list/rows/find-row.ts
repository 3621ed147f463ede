import type { QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { RecordRow } from '#contract/records.ts'

/** The row of a list that was read before, in its newest version. */
export function findRow(client: QueryClient, list: Endpoint, id: string) {
  const pages = client.getQueriesData<CallOutput<Endpoint<z.ZodType, z.ZodType<{ data: RecordRow[] }>>>>({
    queryKey: [list.path],
  })
  return pages
    .flatMap(([, page]) => page?.data ?? [])
    .filter(({ _id }) => _id === id)
    .sort((one, other) => other.version - one.version)[0]
}
