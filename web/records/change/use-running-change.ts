import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type Change, changes } from '#contract/changes.ts'
import { query } from '#web/api/query.ts'

/** Long enough for a step of the server, short enough to look alive. */
const EVERY_MS = 1000

/** A change that runs in steps, in its current state. When it ends, everything on screen is read again. */
export function useRunningChange(started: Change) {
  const client = useQueryClient()
  const { data } = useQuery({
    ...query(changes.get, { change_id: started._id, page: 1, per_page: 1 }),
    refetchInterval: ({ state }) => ((state.data?.change ?? started).state === 'running' ? EVERY_MS : false),
  })
  const change = data?.change ?? started
  const hasEnded = change.state !== 'running'
  useEffect(() => {
    if (!hasEnded) return
    void client.invalidateQueries({
      predicate: ({ queryKey, meta }) => queryKey[0] !== changes.get.path && meta?.refetchAfterChange !== false,
    })
  }, [hasEnded, client])
  return { change }
}
