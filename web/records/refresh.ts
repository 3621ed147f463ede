import { useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'

/** Re-fetches everything that was read through these calls. */
export function useRefresh() {
  const client = useQueryClient()
  return (endpoints: Endpoint[]) => {
    for (const { path } of endpoints) void client.invalidateQueries({ queryKey: [path] })
  }
}
