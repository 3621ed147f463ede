import type { WebhookDelivery, WebhookDeliveryState } from '#contract/webhooks.ts'
import { DAY, isoNow } from '../clock.ts'
import { deleteInSlices, inSlices } from '../db/in-slices.ts'
import { readQuery, writeQuery } from '../db/raw-query.ts'
import type { Db, Tables } from '../db/schema.ts'

/** A delivery that may be sent. */
export type Due = {
  seq: number
  id: string
  type: string
  data: string
  at: string
  tries: number
  first_tried_at: string | null
}

/** A webhook's due deliveries, one for each record: the first that waits. Longest due first. */
export const listDue = (db: Db, webhookId: string, most: number) =>
  readQuery<Due>(
    db,
    `select seq, id, type, data, at, tries, first_tried_at from webhook_deliveries as due
     where webhook_id = ? and state = 'waiting' and next_at <= ? and ${FIRST_OF_RECORD}
     order by next_at, seq limit ?`,
    [webhookId, isoNow(), most],
  )

const FIRST_OF_RECORD = `not exists (
  select 1 from webhook_deliveries as earlier
  where earlier.webhook_id = due.webhook_id and earlier.record_id = due.record_id
    and earlier.state = 'waiting' and earlier.seq < due.seq)`

/** When a webhook's next delivery is due; null if none waits. */
export async function nextDue(db: Db, webhookId: string) {
  const text = `select min(next_at) as next from webhook_deliveries as due
    where webhook_id = ? and state = 'waiting' and ${FIRST_OF_RECORD}`
  const [row] = await readQuery<{ next: string | null }>(db, text, [webhookId])
  return row?.next ?? null
}

/** Makes everything waiting for a webhook due now, and forgets its receiver's failures. */
export async function resetReceiver(db: Db, webhookId: string) {
  const next_at = isoNow()
  await db
    .updateTable('webhook_states')
    .set({ failures: 0, failing_since: null, problem: null, missed: 0, next_at })
    .where('webhook_id', '=', webhookId)
    .execute()
  await db
    .updateTable('webhook_deliveries')
    .set({ next_at })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .where('next_at', '>', next_at)
    .execute()
}

const DAYS_KEPT = 7
/** The most that may wait for a paused webhook. */
const MOST_BYTES = 32_000_000

/**
 * Drops what has waited for a paused webhook for a week or exceeds its limit, oldest first, and records how many those
 * are.
 */
export async function boundPaused(db: Db, mostBytes = MOST_BYTES) {
  const paused = await db.selectFrom('webhooks').select('id').where('state', '=', 'paused').execute()
  for (const { id } of paused) {
    const last = await lastTooMuch(db, id, mostBytes)
    await inSlices(db, (db, most) => forgetUntil(db, id, last, most))
  }
}

/** The last of those that are too old or too many; 0 if none. */
async function lastTooMuch(db: Db, webhookId: string, mostBytes: number) {
  const [row] = await readQuery<{ last: number | null }>(
    db,
    `select max(seq) as last from (
       select seq, at, sum(length(data)) over (order by seq desc) as bytes from webhook_deliveries
       where webhook_id = ? and state = 'waiting') as kept
     where bytes > ? or at < ?`,
    [webhookId, mostBytes, isoNow(-DAYS_KEPT * DAY)],
  )
  return Number(row?.last ?? 0)
}

async function forgetUntil(db: Db, webhookId: string, last: number, most: number) {
  const gone = await writeQuery<object>(
    db,
    `delete from webhook_deliveries where seq in (
       select seq from webhook_deliveries where webhook_id = ? and state = 'waiting' and seq <= ?
       order by seq limit ?) returning seq`,
    [webhookId, last, most],
  )
  if (gone.length)
    await db
      .updateTable('webhook_states')
      .set((row) => ({ missed: row('missed', '+', gone.length) }))
      .where('webhook_id', '=', webhookId)
      .execute()
  return gone.length
}

/** Deletes what was delivered a week ago, what was queued for ended webhooks, and secrets that no longer sign. */
export async function tidyWebhooks(db: Db) {
  await boundPaused(db)
  await db
    .updateTable('webhooks')
    .set({ old_secret: null, old_secret_until: null })
    .where('old_secret_until', '<=', isoNow())
    .execute()
  const before = isoNow(-DAYS_KEPT * DAY)
  await deleteInSlices(db, 'webhook_deliveries', 'seq', "state = 'delivered' and done_at < ?", [before])
  const ofEnded = "state = 'waiting' and webhook_id in (select id from webhooks where state = 'ended')"
  await deleteInSlices(db, 'webhook_deliveries', 'seq', ofEnded, [])
}

type Wanted = { state: WebhookDeliveryState | undefined; page: number; per_page: number }

/** One page of a webhook's deliveries, newest first; waiting ones include those that have failed so far. */
export async function listDeliveries(db: Db, webhookId: string, { state, page, per_page }: Wanted) {
  let found = db.selectFrom('webhook_deliveries').where('webhook_id', '=', webhookId)
  if (state) found = found.where('state', '=', state === 'failing' ? 'waiting' : state)
  if (state === 'failing') found = found.where('tries', '>', 0)
  const { total } = await found.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
  const rows = await found
    .selectAll()
    .orderBy('seq', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return { rows: rows.map(toDelivery), total: Number(total) }
}

function toDelivery(row: Pick<Tables['webhook_deliveries'], Exclude<keyof Tables['webhook_deliveries'], 'seq'>>) {
  const { id, type, at, record_type, record_id, state, tries, status, problem, next_at, done_at } = row
  return {
    _id: id,
    type,
    at,
    record_type,
    record_id,
    state: state === 'waiting' && tries > 0 ? 'failing' : state,
    tries,
    status,
    problem,
    next_try_at: state === 'waiting' ? next_at : null,
    done_at,
  } satisfies WebhookDelivery
}
