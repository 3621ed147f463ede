import type { RecordType } from '#contract/kinds.ts'
import type { WebhookEvent } from '#contract/webhooks.ts'
import type { Actor, System } from '../actor.ts'
import { isoNow, newId } from '../clock.ts'
import { readQuery } from '../db/raw-query.ts'
import type { Db } from '../db/schema.ts'
import { enqueue } from '../jobs/jobs.ts'

/** The job that sends what waits for one webhook. */
export const SEND_WEBHOOK = 'send-webhook'
export type SendWebhook = { webhook_id: string }

/** What happened to one record. The version is null if it stays. */
export type RecordEvent = {
  record_type: RecordType
  action: 'added' | 'changed' | 'deleted' | 'restored' | 'renumbered'
  records: { id: string; version: number | null }[]
}

/** The change it is part of, and its author. */
type Of = { id: string; at: string; actor: Actor | System }

/** Few enough for the number of values that one statement may have. */
const AT_ONCE = 500

/** Queues what happened to some records for all webhooks that want it. Call it in the transaction of the change. */
export async function noteRecords(db: Db, { record_type, action, records }: RecordEvent, change: Of) {
  const wanting = await subscribersTo(db, 'record.changed', record_type)
  if (!wanting.length) return
  const of = { change_id: change.id, by: await whoOf(db, change.actor) }
  const events = records.map(({ id, version }) => ({
    record_id: id,
    data: { record_type, record_id: id, action, version, ...of },
  }))
  await note(db, wanting, { type: 'record.changed', record_type, at: change.at, events })
}

/** Queues that something about a record was finished. Call it in the transaction that finishes it. */
export async function noteFinished(
  db: Db,
  type: Exclude<WebhookEvent, 'record.changed'>,
  record_type: RecordType,
  record_id: string,
  more: object = {},
) {
  const wanting = await subscribersTo(db, type)
  const events = [{ record_id, data: { record_type, record_id, ...more } }]
  if (wanting.length) await note(db, wanting, { type, record_type, at: isoNow(), events })
}

/** The active webhooks, paused ones too, that want this event. */
async function subscribersTo(db: Db, event: WebhookEvent, type?: RecordType) {
  const text = "select id, events, record_types from webhooks where state <> 'ended'"
  const rows = await readQuery<{ id: string; events: string; record_types: string }>(db, text, [])
  return rows
    .filter(({ events }) => (JSON.parse(events) as string[]).includes(event))
    .filter(({ record_types }) => type === undefined || (JSON.parse(record_types) as string[]).includes(type))
    .map(({ id }) => id)
}

type Noted = {
  type: WebhookEvent
  record_type: RecordType
  at: string
  events: { record_id: string; data: object }[]
}

async function note(db: Db, webhookIds: string[], { type, record_type, at, events }: Noted) {
  const next_at = isoNow()
  for (const webhook_id of webhookIds) {
    for (let first = 0; first < events.length; first += AT_ONCE) {
      const rows = events.slice(first, first + AT_ONCE).map(({ record_id, data }) => ({
        id: newId(),
        webhook_id,
        type,
        record_type,
        record_id,
        data: JSON.stringify(data),
        at,
        state: 'waiting' as const,
        tries: 0,
        next_at,
      }))
      await db.insertInto('webhook_deliveries').values(rows).execute()
    }
    await enqueue(db, SEND_WEBHOOK, { webhook_id } satisfies SendWebhook)
  }
}

/** Who it was, by kind and id: names are for those who may ask for them. */
async function whoOf(db: Db, actor: Actor | System) {
  if (actor.kind === 'system') return { kind: 'system', _id: null }
  if (actor.kind !== 'admin') return { kind: actor.kind, _id: actor._id }
  const row = await db.selectFrom('admins').select('status').where('id', '=', actor._id).executeTakeFirst()
  return { kind: row?.status === 'PROGRAM' ? 'program' : 'admin', _id: actor._id }
}
