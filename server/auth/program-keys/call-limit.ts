import { KEY_CALLS_A_MINUTE } from '#contract/keys.ts'
import { MINUTE } from '../../clock.ts'
import { AppError } from '../../errors.ts'

type Counted = { began: number; calls: number }

/**
 * Counts programs' calls on this server. The returned function counts one by the key's id, and throws 429 after 600
 * within a minute.
 */
export function countCalls(clock = () => performance.now()) {
  const counted = new Map<string, Counted>()
  return (id: string) => {
    const now = clock()
    const before = counted.get(id)
    const current = before && now - before.began < MINUTE ? before : { began: now, calls: 0 }
    counted.set(id, current)
    current.calls++
    if (current.calls <= KEY_CALLS_A_MINUTE) return
    const retryAfter = Math.max(1, Math.ceil((current.began + MINUTE - now) / 1000))
    throw new AppError(429, `A program can make ${KEY_CALLS_A_MINUTE} calls a minute. Please try again later.`, {
      retryAfter,
    })
  }
}
