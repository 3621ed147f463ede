import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { account } from '#contract/account.ts'
import { clearToken } from '#web/api/session.ts'
import { startLiveEvents, useLiveEvents } from '#web/records/live/live-events.ts'

const GATHER_MS = 250

/**
 * Keeps the application up to date while it is open: after another person's change everything that was read is stale, and
 * counters on screen are read again. Lists follow by themselves (use-live-rows.ts), and open forms keep what is typed.
 */
export function LiveUpdates() {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function readAgain() {
    void client.invalidateQueries({ refetchType: 'none' })
    void client.refetchQueries({
      queryKey: [account.me.path],
      type: 'active',
      predicate: ({ state }) => state.fetchStatus === 'idle',
    })
  }

  useLiveEvents(({ kind }) => {
    if (kind === 'ended') clearToken('refused')
    if (kind !== 'change' && kind !== 'missed') return
    clearTimeout(timer.current)
    timer.current = setTimeout(readAgain, GATHER_MS)
  })
  useEffect(() => {
    const stop = startLiveEvents()
    return () => {
      clearTimeout(timer.current)
      stop()
    }
  }, [])
  return null
}
