import { WEBHOOK_PATIENCE_HOURS } from '#contract/webhooks.ts'

const [MINUTE, HOUR] = [60, 3600]
/** In seconds, after each failed try of a delivery; the last one repeats. */
const PAUSES = [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR]
/** A failing receiver is tried with another delivery after this long at most, as a single one may be at fault. */
const LONGEST_HOLD = 10 * MINUTE
/** A receiver that asks for more time is still retried after this. */
const MOST_ASKED = 6 * HOUR
/** A server that was off for two days has not tried for two days. */
const FEWEST_TRIES = 10

const spread = () => 0.9 + Math.random() / 5

/** Milliseconds until a delivery that has failed this often is retried. */
export const pauseAfter = (tries: number) => 1000 * spread() * (PAUSES[Math.min(tries, PAUSES.length) - 1] ?? 0)

/** Milliseconds until a receiver is tried again after consecutive failures; `asked` is its Retry-After. */
export const holdAfter = (failures: number, asked = 0) =>
  Math.max(Math.min(pauseAfter(failures), LONGEST_HOLD * 1000), Math.min(asked, MOST_ASKED) * 1000)

/** Whether something that has failed since then (in milliseconds), and this often, is given up. */
export const isOver = (since: number, tries: number, now: number) =>
  now - since >= WEBHOOK_PATIENCE_HOURS * HOUR * 1000 && tries >= FEWEST_TRIES
