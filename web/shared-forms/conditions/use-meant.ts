import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { audiences } from '#contract/audiences.ts'
import type { Purpose } from '#contract/message-fields.ts'
import { query } from '#web/api/query.ts'
import { isReady, linesOf } from './conditions.ts'

const DEBOUNCE_MS = 400

/** How many owners meet these conditions, once they stand still; nothing while they are unfinished. */
export function useMeant(audience: unknown, purpose: Purpose) {
  const [asked] = useDebouncedValue(audience, DEBOUNCE_MS)
  const ready = isReady(audience)
  const { data, error, isFetching, refetch } = useQuery({
    ...query(audiences.count, { audience: asked, purpose }),
    enabled: ready && isReady(asked),
    placeholderData: keepPreviousData,
  })
  return {
    ready,
    isEmpty: !linesOf(audience).parts.length,
    /** What was counted, of these conditions or, while they are being counted, of the ones before. */
    meant: ready ? data?.data : undefined,
    isCounting: ready && (isFetching || asked !== audience),
    error: ready ? error : null,
    recount: refetch,
  }
}
