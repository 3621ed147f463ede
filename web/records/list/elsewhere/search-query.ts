import { queryOptions } from '@tanstack/react-query'
import { type Found, search } from '#contract/search.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'

/** What a search has found, or why it could not; whoever searches shows that in place. */
export type SearchAnswer = { found: Found[]; problem?: string }

/** Throws what concerns the whole page, such as a session that has ended. */
function inPlace(error: Error): SearchAnswer {
  if (!(error instanceof ApiError) || [401, 403].includes(error.status)) throw error
  return { found: [], problem: error.status === 0 ? 'The server could not be reached.' : error.message }
}

/**
 * Looks for a text in records of every kind. `by` keeps a list's search apart from the dialog's: either may be
 * cancelled.
 */
export const searchQuery = (text: string, by: 'list' | 'dialog') =>
  queryOptions({
    queryKey: [search.search.path, by, text] as const,
    queryFn: ({ signal }): Promise<SearchAnswer> =>
      call(search.search, { text }, { signal }).then(({ data }) => ({ found: data }), inPlace),
    meta: { refetchAfterChange: false },
  })
