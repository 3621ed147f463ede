import { WEBHOOK_PATIENCE_HOURS } from '#contract/webhooks.ts'

const [MINUTE, HOUR] = [60, 3600]
/** In seconds, after each try of a delivery that failed; the last one again and again. */
const PAUSES = [5, 30, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE, HOUR]
/** A receiver that fails is tried by another delivery after this long at most, as one alone may be at fault. */
const LONGEST_HOLD = 10 * MINUTE
/** One that asks for more time is tried before that. */
const MOST_ASKED = 6 * HOUR
/** A server that was off for two days has not tried for two days. */
const FEWEST_TRIES = 10

const spread = () => 0.9 + Math.random() / 5

/** Milliseconds until a delivery is tried again that has failed this often. */
export const pauseAfter = (tries: number) => 1000 * spread() * (PAUSES[Math.min(tries, PAUSES.length) - 1] ?? 0)

/** Milliseconds until anything is sent to a receiver again after failures in a row; `asked` is its Retry-After. */
export const holdAfter = (failures: number, asked = 0) =>
  Math.max(Math.min(pauseAfter(failures), LONGEST_HOLD * 1000), Math.min(asked, MOST_ASKED) * 1000)

/** Whether patience with what has failed since then (in milliseconds), and this often, is over. */
export const isOver = (since: number, tries: number, now: number) =>
  now - since >= WEBHOOK_PATIENCE_HOURS * HOUR * 1000 && tries >= FEWEST_TRIES
