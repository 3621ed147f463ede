import { WEBHOOK_PATIENCE_HOURS } from '#contract/webhooks.ts'
import { HOUR, MINUTE } from '../clock.ts'

/** After each failed try of a delivery, in milliseconds; the last one repeats. */
const PAUSES = [5000, 30_000, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR]
/** A failing receiver is tried with another delivery after this long at most, as a single one may be at fault. */
const LONGEST_HOLD = 10 * MINUTE
/** A receiver that asks for more time is still retried after this. */
const MOST_ASKED = 6 * HOUR
/** A server that was off for two days has not tried for two days. */
const FEWEST_TRIES = 10

const spread = () => 0.9 + Math.random() / 5

/** Milliseconds until a delivery that has failed this often is retried. */
export const pauseAfter = (tries: number) => spread() * (PAUSES[Math.min(tries, PAUSES.length) - 1] ?? 0)

/** Milliseconds until a receiver is tried again after consecutive failures; `asked` is its Retry-After, in seconds. */
export const holdAfter = (failures: number, asked = 0) =>
  Math.max(Math.min(pauseAfter(failures), LONGEST_HOLD), Math.min(asked * 1000, MOST_ASKED))

/** Whether something that has failed since then (in milliseconds), and this often, is given up. */
export const isOver = (since: number, tries: number, now: number) =>
  now - since >= WEBHOOK_PATIENCE_HOURS * HOUR && tries >= FEWEST_TRIES
