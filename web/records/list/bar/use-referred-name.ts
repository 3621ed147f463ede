import { useQueries } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { kinds, recordCalls } from '#contract/kinds.ts'
import { call } from '#web/api/call.ts'
import type { ReferredTo } from '#web/records/list/filters/column-filters.tsx'
import type { ListedRow } from '#web/records/list/state/use-list.ts'
import { fullNameOf } from '#web/records/shared/row-name.ts'

const NO_RECORD: ReferredTo = { types: [], shownAs: '' }

/** The name of the record whose id a filter holds: as a row shows it, or read where no row is left. */
export function useReferredName(
  { types, shownAs }: ReferredTo = NO_RECORD,
  id: string,
  rows: ListedRow[] | undefined,
): string | undefined {
  const shown = rows?.[0]?.[shownAs]
  return useQueries({
    queries: types.map((type) => {
      const { get } = recordCalls[type]
      return {
        queryKey: [get.path, 'name', id],
        queryFn: async ({ signal }: { signal: AbortSignal }) => {
          const { data } = (await call(get as Endpoint, { [kinds[type].key]: id }, { signal })) as { data: object }
          return fullNameOf(type, data)
        },
        enabled: id !== '' && rows?.length === 0,
      }
    }),
    combine: (answers) => (typeof shown === 'string' ? shown : answers.find(({ data }) => data)?.data),
  })
}
