import type { z } from 'zod'
import { needsTypes, OLD_SECRET_HOURS, type Webhook, type webhookFields, type webhooks } from '#contract/webhooks.ts'
import type { Actor } from '../../actor.ts'
import { noteEvent, type Place } from '../../auth/security-events.ts'
import { isoNow, newId } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { notFound, refused } from '../../errors.ts'
import { whyNotThere } from '../../integrations/webhooks/post-webhook.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { beginAnew } from '../../webhooks/deliveries.repository.ts'
import { SEND_WEBHOOK } from '../../webhooks/outbox.ts'
import { newWebhookSecret, sealSecret } from '../../webhooks/signing.ts'

type By = { actor: Actor; place: Place }
type Addresses = { addresses: { privateAddresses: boolean } }
type Fields = z.output<typeof webhookFields>
type Edit = Omit<z.output<typeof webhooks.edit.input>, 'webhook_id'>

/** What the security record has of an address: the rest may be secret. */
const hostOf = (url: string) => new URL(url).host

/** All webhooks, the newest first. */
export const listWebhooks = async (db: Db): Promise<Webhook[]> =>
  Promise.all((await selectWebhooks(db).orderBy('webhooks.id', 'desc').execute()).map((row) => toWebhook(db, row)))

/** One webhook. Throws 404. */
export const findWebhook = async (db: Db, id: string) => toWebhook(db, await readWebhook(db, id))

/** Adds a webhook, and returns its secret too. Call it in a transaction. Throws 422 for an address that is not allowed. */
export async function addWebhook(db: Db, fields: Fields, { actor, place, addresses }: By & Addresses) {
  refuseAddress(fields.url, addresses)
  const [id, secret, now] = [newId(), newWebhookSecret(), isoNow()]
  await db
    .insertInto('webhooks')
    .values({
      id,
      url: fields.url,
      record_types: JSON.stringify(fields.record_types),
      events: JSON.stringify(fields.events),
      secret: await sealSecret(db, id, secret),
      state: 'active',
      made_by: actor._id,
      created_at: now,
      set_by: actor._id,
      set_at: now,
    })
    .execute()
  await db.insertInto('webhook_states').values({ webhook_id: id, failures: 0, missed: 0, next_at: now }).execute()
  await noteEvent(db, { kind: 'webhook_added', adminId: actor._id, place, detail: hostOf(fields.url) })
  return { data: await findWebhook(db, id), secret }
}

/**
 * Changes what is sent and where to. A new address, and one that goes on, gets what waits at once. Call it in a
 * transaction. Throws 404, and 422 for a webhook that has ended and for an address that is not allowed.
 */
export async function editWebhook(db: Db, id: string, edit: Edit, { actor, place, addresses }: By & Addresses) {
  const row = await readWebhook(db, id)
  if (row.state === 'ended') throw refused('webhook_id', 'This webhook has ended.')
  const before = await toWebhook(db, row)
  const { url = row.url, record_types = before.record_types, events = before.events } = edit
  if (needsTypes(events) && !record_types.length)
    throw refused('record_types', 'Please choose at least one kind of record.')
  const isMoved = url !== row.url
  if (isMoved) refuseAddress(url, addresses)
  const isPaused = edit.is_paused ?? row.state === 'paused'
  const goesOn = row.state === 'paused' && !isPaused
  await db
    .updateTable('webhooks')
    .set({
      url,
      record_types: JSON.stringify(record_types),
      events: JSON.stringify(events),
      ...(isMoved && { set_by: actor._id, set_at: isoNow() }),
      ...(isPaused !== (row.state === 'paused') && { state: isPaused ? 'paused' : 'active', why: null }),
    })
    .where('id', '=', id)
    .execute()
  if (isMoved || goesOn) {
    await beginAnew(db, id)
    await enqueue(db, SEND_WEBHOOK, { webhook_id: id })
  }
  await noteEvent(db, { kind: 'webhook_edited', adminId: actor._id, place, detail: hostOf(url) })
  return findWebhook(db, id)
}

/** Ends a webhook at once and removes what waits for it; one that has ended stays as it is. Call it in a transaction. Throws 404. */
export async function endWebhook(db: Db, id: string, { actor, place }: By) {
  const { state, url } = await readWebhook(db, id)
  if (state === 'ended') return
  await end(db, id)
  await noteEvent(db, { kind: 'webhook_ended', adminId: actor._id, place, detail: hostOf(url) })
}

/**
 * Ends the webhooks whose address an administrator has chosen, or whose secret has been shown to them, since then
 * (ISO 8601), and returns their hosts. Call it in a transaction.
 */
export async function endWebhooksSince(db: Db, adminId: string, since: string) {
  const rows = await db
    .selectFrom('webhooks')
    .select(['id', 'url'])
    .where('set_by', '=', adminId)
    .where('set_at', '>=', since)
    .where('state', '<>', 'ended')
    .execute()
  for (const { id, url } of rows) {
    await end(db, id)
    await noteEvent(db, { kind: 'webhook_ended', adminId, detail: hostOf(url) })
  }
  return rows.map(({ url }) => hostOf(url))
}

async function end(db: Db, id: string) {
  const nothing = { old_secret: null, old_secret_until: null }
  await db
    .updateTable('webhooks')
    .set({ state: 'ended', why: null, ended_at: isoNow(), secret: '', ...nothing })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).where('state', '<>', 'delivered').execute()
}

/**
 * Gives a webhook another secret and returns it; the old one signs as well for a day. Call it in a transaction. Throws
 * 404, and 422 for a webhook that has ended.
 */
export async function replaceSecret(db: Db, id: string, { actor, place }: By) {
  const row = await readWebhook(db, id)
  if (row.state === 'ended') throw refused('webhook_id', 'This webhook has ended.')
  const secret = newWebhookSecret()
  await db
    .updateTable('webhooks')
    .set({
      secret: await sealSecret(db, id, secret),
      old_secret: row.secret,
      old_secret_until: isoNow(OLD_SECRET_HOURS * 3_600_000),
      set_by: actor._id,
      set_at: isoNow(),
    })
    .where('id', '=', id)
    .execute()
  await noteEvent(db, { kind: 'webhook_secret_replaced', adminId: actor._id, place, detail: hostOf(row.url) })
  return { data: await findWebhook(db, id), secret }
}

function refuseAddress(url: string, addresses: Addresses['addresses']) {
  const why = whyNotThere(url, addresses)
  if (why) throw refused('url', why)
}

/** A webhook as stored, with how it fares. Throws 404. */
export async function readWebhook(db: Db, id: string) {
  const row = await selectWebhooks(db).where('webhooks.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This webhook')
  return row
}

const selectWebhooks = (db: Db) =>
  db
    .selectFrom('webhooks')
    .innerJoin('webhook_states', 'webhook_states.webhook_id', 'webhooks.id')
    .innerJoin('admins', 'admins.id', 'webhooks.made_by')
    .selectAll(['webhooks', 'webhook_states'])
    .select('admins.name as maker_name')

type Row = Awaited<ReturnType<typeof readWebhook>>

async function toWebhook(db: Db, row: Row): Promise<Webhook> {
  const { id, url, state, why, created_at, ended_at, made_by, maker_name, failing_since, problem } = row
  const isActive = state === 'active'
  const isFailing = isActive && failing_since !== null
  const waiting = state === 'ended' ? 0 : await countOf(db, id, 'waiting')
  return {
    _id: id,
    url,
    record_types: JSON.parse(row.record_types) as Webhook['record_types'],
    events: JSON.parse(row.events) as Webhook['events'],
    state: isFailing ? 'failing' : state,
    why,
    created_at,
    made_by: { _id: made_by, name: maker_name },
    ended_at,
    old_secret_until: row.old_secret_until && row.old_secret_until > isoNow() ? row.old_secret_until : null,
    last_delivered_at: row.last_delivered_at,
    failing_since: isFailing ? failing_since : null,
    problem: isFailing ? problem : null,
    next_try_at: isFailing && waiting > 0 ? row.next_at : null,
    waiting,
    given_up: await countOf(db, id, 'given_up'),
  }
}

async function countOf(db: Db, webhookId: string, state: 'waiting' | 'given_up') {
  const { total } = await db
    .selectFrom('webhook_deliveries')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', state)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}
