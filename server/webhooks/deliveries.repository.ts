import { isoNow } from '../clock.ts'
import { readQuery } from '../db/raw-query.ts'
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
export async function beginAnew(db: Db, webhookId: string) {
  const next_at = isoNow()
  await db
    .updateTable('webhook_states')
    .set({ failures: 0, failing_since: null, problem: null, next_at })
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

/** Deletes what was delivered a week ago, what was still noted for webhooks while they were ended, and secrets that sign no more. */
export async function tidyWebhooks(db: Db) {
  await db
    .updateTable('webhooks')
    .set({ old_secret: null, old_secret_until: null })
    .where('old_secret_until', '<=', isoNow())
    .execute()
  await db
    .deleteFrom('webhook_deliveries')
    .where('state', '=', 'delivered')
    .where('done_at', '<', isoNow(-DAYS_KEPT * 86_400_000))
    .execute()
  await db
    .deleteFrom('webhook_deliveries')
    .where('state', '=', 'waiting')
    .where('webhook_id', 'in', (from) => from.selectFrom('webhooks').select('id').where('state', '=', 'ended'))
    .execute()
}
