import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { notifications } from '#contract/notifications.ts'
import { query } from '#web/api/query.ts'
import { isInProgress } from './delivery.tsx'

const POLL_MS = 1500

/** A sent message, polled while sending is in progress. */
export function useDeliveryStatus(id: string) {
  const reading = useQuery({
    ...query(notifications.status, { notification_id: id }),
    refetchInterval: ({ state }) => (state.data && isInProgress(state.data.data) ? POLL_MS : false),
  })
  return { notification: reading.data?.data, error: reading.error, retry: () => void reading.refetch() }
}

/** Calls `refetch` periodically while `inProgress` is true. */
export function usePolling(inProgress: boolean, refetch: () => void) {
  const read = useEffectEvent(refetch)
  useEffect(() => {
    if (!inProgress) return
    const timer = setInterval(() => read(), POLL_MS)
    return () => clearInterval(timer)
  }, [inProgress])
}
