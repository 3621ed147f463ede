import { useQuery } from '@tanstack/react-query'
import { notifications, type Purpose } from '#contract/notifications.ts'
import { query } from '#web/api/query.ts'
import type { Selection } from './selection.ts'

export type Agreed = ReturnType<typeof useAgreed>

/** How many of the selected users news would reach, and how many have not agreed to it; nothing for other messages. */
export function useAgreed({ recipients, count }: Selection, purpose: Purpose) {
  const isNews = purpose === 'news' && count > 0
  const { data, error, isFetching } = useQuery({
    ...query(notifications.count, { ...recipients, purpose: 'news' }),
    enabled: isNews,
  })
  const { count: reached, held_back } = (isNews && data?.data) || {}
  return {
    count: reached,
    noConsent: held_back?.no_consent ?? 0,
    isCounting: isNews && isFetching,
    error: isNews ? error : null,
  }
}
