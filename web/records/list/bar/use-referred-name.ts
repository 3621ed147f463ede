import { useQuery } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { kinds, type RecordType, recordCalls } from '#contract/kinds.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import type { ReferredTo } from '#web/records/list/filters/column-filters.tsx'
import type { ListedRow } from '#web/records/list/rows/listed-row.ts'
import { fullNameOf } from '#web/records/shared/row-name.ts'

const NO_RECORD: ReferredTo = { types: [], shownAs: '' }

/** The name of the record whose id a filter holds: as a row shows it, or read if no row is left. */
export function useReferredName(
  { types, shownAs }: ReferredTo = NO_RECORD,
  id: string,
  rows: ListedRow[] | undefined,
): string | undefined {
  const shown = rows?.[0]?.[shownAs]
  const { data } = useQuery({
    queryKey: ['name', ...types, id],
    queryFn: ({ signal }) => readName(types, id, signal),
    enabled: types.length > 0 && id !== '' && rows?.length === 0,
  })
  return typeof shown === 'string' ? shown : (data ?? undefined)
}

/** Asks for a record of each kind in turn. */
async function readName(
  [type, ...others]: readonly RecordType[],
  id: string,
  signal: AbortSignal,
): Promise<string | null> {
  if (!type) return null
  try {
    const answer = await call(recordCalls[type].get as Endpoint, { [kinds[type].key]: id }, { signal })
    return fullNameOf(type, (answer as { data: object }).data)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return readName(others, id, signal)
    throw error
  }
}
