import { now } from '../clock.ts'
import { readQuery } from '../db/raw-query.ts'
import type { Db } from '../db/schema.ts'

/** A webhook that an operator should know about. Only the host of its address: the rest may be secret. */
export type TroubledWebhook = {
  host: string
  given_up: number
  waiting: number
  failingForMs: number
  /** Whether its receiver answered 410. */
  isGone: boolean
  /** Whether it is paused and needs attention: after a restore, or while something waits. */
  isPaused: boolean
  /** How many events were dropped while it was paused. */
  missed: number
}

type Row = { url: string; state: string; why: string | null; failing_since: string | null; missed: number }

/** The webhooks with deliveries that were given up, or whose receiver fails. */
export async function failingWebhooks(db: Db): Promise<TroubledWebhook[]> {
  const counted = (state: 'waiting' | 'given_up') =>
    `(select count(*) from webhook_deliveries where webhook_id = webhooks.id and state = '${state}')`
  const rows = await readQuery<Row & { given_up: number; waiting: number }>(
    db,
    `select url, state, why, failing_since, missed, ${counted('given_up')} as given_up, ${counted('waiting')} as waiting
     from webhooks inner join webhook_states on webhook_states.webhook_id = webhooks.id order by webhooks.id`,
    [],
  )
  return rows
    .map(({ url, state, why, failing_since, given_up, waiting, missed }) => ({
      host: new URL(url).host,
      given_up: Number(given_up),
      waiting: Number(waiting),
      failingForMs: state === 'active' && failing_since ? now() - Date.parse(failing_since) : 0,
      isGone: why === 'gone',
      isPaused: state === 'paused' && (why === 'restored' || Number(waiting) > 0 || missed > 0),
      missed,
    }))
    .filter(({ given_up, failingForMs, isPaused }) => isPaused || given_up > 0 || failingForMs > 0)
}
