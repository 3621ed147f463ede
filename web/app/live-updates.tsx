import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { views } from '#contract/views.ts'
import { startLiveEvents, useChanges, useLiveEvents } from '#web/api/live-events.ts'
import { lookForNewVersion } from '#web/api/new-version.ts'
import { sessionRefused } from '#web/api/session.ts'

/**
 * Keeps the application up to date while it is open: after another person's change everything that was read is stale.
 * What is on screen follows by itself: lists (use-live-rows.ts), counters, and open forms, which keep what is typed.
 * Saved views are not records: they are read again at once.
 */
export function LiveUpdates() {
  const client = useQueryClient()
  useChanges(() => void client.invalidateQueries({ refetchType: 'none' }))
  useLiveEvents((event) => {
    if (event.kind === 'ended') sessionRefused(event.token, event.end)
    // A deployment ends all streams.
    if (event.kind === 'missed') void lookForNewVersion()
    if (event.kind === 'views' || event.kind === 'missed')
      void client.invalidateQueries({ queryKey: [views.list.path] })
  })
  useEffect(() => startLiveEvents(), [])
  return null
}
