import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import type { RecordType } from '#contract/kinds.ts'
import { type View, views } from '#contract/views.ts'
import { query } from '#web/api/query.ts'

/**
 * The saved views of a list that the administrator sees. Colleagues change them too: the stream says so
 * (live-updates.tsx), and they are read again when somebody comes back.
 */
export const viewsQuery = (list: RecordType) => ({
  ...query(views.list, { list }),
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: 'always' as const,
})

/** In the address of a list without a view, where another one would open by itself. */
export const ALL_RECORDS = 'all'

/** The saved view that the address names; nothing before it is known, and where it is gone. */
export function useShownView(list: RecordType | undefined): View | undefined {
  const id = new URLSearchParams(useLocation().search).get('saved_view')
  const { data } = useQuery({
    ...viewsQuery(list as RecordType),
    enabled: list !== undefined && id !== null && id !== ALL_RECORDS,
  })
  return list && data?.data.find(({ _id }) => _id === id)
}
