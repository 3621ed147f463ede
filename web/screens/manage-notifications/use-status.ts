import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { notifications } from '#contract/notifications.ts'
import { query } from '#web/api/query.ts'
import { isUnderWay } from './delivery.tsx'

const EVERY = 1500

/** A sent message as it is now: read again and again for as long as it is under way. */
export function useStatus(id: string) {
  const reading = useQuery({
    ...query(notifications.status, { notification_id: id }),
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data.data) ? EVERY : false),
  })
  return { notification: reading.data?.data, error: reading.error, retry: () => void reading.refetch() }
}

/** Reads the list of sent messages again and again while one of those it shows is under way. */
export function useFollowed(underWay: boolean, refetch: () => void) {
  const read = useEffectEvent(refetch)
  useEffect(() => {
    if (!underWay) return
    const timer = setInterval(() => read(), EVERY)
    return () => clearInterval(timer)
  }, [underWay])
}
