import pLimit from 'p-limit'
import { overloaded } from '../errors.ts'

/** `atOnce` tasks run at a time and up to so many more are `waiting`, none longer than `seconds`. */
type Limits = { atOnce: number; waiting: number; seconds?: number }

/** Runs tasks in turn. Throws 503 for one that finds too many waiting, or whose turn comes too late. */
export function inTurns({ atOnce, waiting, seconds = Number.POSITIVE_INFINITY }: Limits) {
  const limit = pLimit(atOnce)
  return async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (limit.pendingCount >= waiting) throw overloaded()
    const since = performance.now()
    return limit(() => {
      // By then the caller has given up.
      if (performance.now() - since > seconds * 1000) throw overloaded()
      return work()
    })
  }
}
