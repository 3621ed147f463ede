import { DAY, isoNow } from '../clock.ts'
import { deleteInSlices, inSlices } from '../db/in-slices.ts'
import { readQuery, writeQuery } from '../db/raw-query.ts'
import type { Db } from '../db/schema.ts'

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

/** The deliveries of a webhook that are due, one of each record: the first that waits. Longest due first. */
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

/** When the next delivery of a webhook is due; null where none waits. */
export async function nextDue(db: Db, webhookId: string) {
  const text = `select min(next_at) as next from webhook_deliveries as due
    where webhook_id = ? and state = 'waiting' and ${FIRST_OF_RECORD}`
  const [row] = await readQuery<{ next: string | null }>(db, text, [webhookId])
  return row?.next ?? null
}

/** Makes all that waits for a webhook due at once, and forgets how its receiver fared. */
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
/** What waits for one webhook that is paused. */
const MOST_BYTES = 32_000_000

/**
 * Forgets what has waited for a paused webhook for a week, or is more than it may be, the oldest first, and notes how many
 * these are.
 */
export async function boundPaused(db: Db, mostBytes = MOST_BYTES) {
  const paused = await db.selectFrom('webhooks').select('id').where('state', '=', 'paused').execute()
  for (const { id } of paused) {
    const last = await lastTooMuch(db, id, mostBytes)
    await inSlices(db, (db, most) => forgetUntil(db, id, last, most))
  }
}

/** The last of those that are too old or too much; 0 for none. */
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

/** Deletes what was delivered a week ago, what was still noted for webhooks while they were ended, and secrets that sign no more. */
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
