import { useQuery } from '@tanstack/react-query'
import { type Purpose } from '#contract/message-fields.ts'
import { notifications } from '#contract/notifications.ts'
import { query } from '#web/api/query.ts'
import type { Selection } from './selection.ts'

export type Agreed = ReturnType<typeof useAgreed>

/** How many of the selected users news would reach, and how many are not told, or told differently. */
export function useAgreed({ recipients, count }: Selection, purpose: Purpose) {
  const isNews = purpose === 'news' && count > 0
  const isAsked = count > 0
  const { data, error, isFetching } = useQuery({
    ...query(notifications.count, { ...recipients, purpose }),
    enabled: isAsked,
  })
  const { count: reached, held_back } = (isAsked && data?.data) || {}
  return {
    count: isNews ? reached : undefined,
    heldBack: held_back ?? { no_consent: 0, weekly_limit: 0, unknown_zone: 0 },
    isCounting: isNews && isFetching,
    error: isNews ? error : null,
  }
}
