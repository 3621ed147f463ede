import type { z } from 'zod'
import { needsTypes, OLD_SECRET_HOURS, type Webhook, type webhookFields, type webhooks } from '#contract/webhooks.ts'
import type { Actor } from '../../actor.ts'
import { noteEvent } from '../../auth/security-events.ts'
import { HOUR, isoNow, newId } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import type { Touch } from '../../db/webhook-schema.ts'
import { notFound, refused } from '../../errors.ts'
import { whyNotThere } from '../../integrations/webhooks/post-webhook.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { resetReceiver } from '../../webhooks/deliveries.repository.ts'
import { SEND_WEBHOOK } from '../../webhooks/outbox.ts'
import { newWebhookSecret, sealSecret } from '../../webhooks/signing.ts'
import { tellTeam } from '../administrators/team-mails.service.ts'
import type { By } from '../keys/keys.service.ts'

type Addresses = { addresses: { privateAddresses: boolean } }
type Fields = z.output<typeof webhookFields>
type Edit = Omit<z.output<typeof webhooks.edit.input>, 'webhook_id'>

/** What the security record shows of an address: the rest may be secret. */
const hostOf = (url: string) => new URL(url).host

/** All webhooks, newest first. */
export const listWebhooks = async (db: Db): Promise<Webhook[]> =>
  Promise.all((await selectWebhooks(db).orderBy('webhooks.id', 'desc').execute()).map((row) => toWebhook(db, row)))

/** One webhook. Throws 404. */
export const findWebhook = async (db: Db, id: string) => toWebhook(db, await readWebhook(db, id))

/**
 * Adds a webhook, and returns its secret too. Call it in a transaction. Throws 422 for an address that is not allowed.
 */
export async function addWebhook(db: Db, fields: Fields, { addresses, ...by }: By & Addresses) {
  const { actor, place } = by
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
      touches: touched('[]', actor, 'added'),
    })
    .execute()
  await db.insertInto('webhook_states').values({ webhook_id: id, failures: 0, missed: 0, next_at: now }).execute()
  const host = hostOf(fields.url)
  await noteEvent(db, { kind: 'webhook_added', adminId: actor._id, place, detail: host })
  await tellTeamOf(db, by, (name) => `${name} added a webhook, which sends what changes to ${host}.`)
  return { data: await findWebhook(db, id), secret }
}

/**
 * Changes what is sent and where. After a new address, or when it resumes, waiting deliveries are sent at once. Call it
 * in a transaction. Throws 404, and 422 for an ended webhook and for an address that is not allowed.
 */
export async function editWebhook(db: Db, id: string, edit: Edit, { addresses, ...by }: By & Addresses) {
  const { actor, place } = by
  const row = await readWebhook(db, id)
  if (row.state === 'ended') throw refused('webhook_id', 'This webhook has ended.')
  const before = await toWebhook(db, row)
  const { url = row.url, record_types = before.record_types, events = before.events } = edit
  if (needsTypes(events) && !record_types.length)
    throw refused('record_types', 'Please choose at least one kind of record.')
  const isMoved = url !== row.url
  const isWidened = [...record_types, ...events].some(
    (one) => ![...before.record_types, ...before.events].includes(one),
  )
  if (isMoved) refuseAddress(url, addresses)
  const isPaused = edit.is_paused ?? row.state === 'paused'
  const goesOn = row.state === 'paused' && !isPaused
  await db
    .updateTable('webhooks')
    .set({
      url,
      record_types: JSON.stringify(record_types),
      events: JSON.stringify(events),
      ...((isMoved || isWidened) && { touches: touched(row.touches, actor, isMoved ? 'moved' : 'widened') }),
      ...(isPaused !== (row.state === 'paused') && { state: isPaused ? 'paused' : 'active', why: null }),
    })
    .where('id', '=', id)
    .execute()
  if (isMoved || goesOn) {
    await resetReceiver(db, id)
    await enqueue(db, SEND_WEBHOOK, { webhook_id: id })
  }
  const host = hostOf(url)
  await noteEvent(db, { kind: 'webhook_edited', adminId: actor._id, place, detail: host })
  if (isMoved)
    await tellTeamOf(db, by, (name) => `${name} turned the webhook to ${hostOf(row.url)} to another address: ${host}.`)
  else if (isWidened) await tellTeamOf(db, by, (name) => `${name} changed what the webhook to ${host} is told of.`)
  return findWebhook(db, id)
}

/**
 * Ends a webhook and removes its waiting deliveries; does nothing if it has ended. Call it in a transaction. Throws
 * 404.
 */
export async function endWebhook(db: Db, id: string, { actor, place }: Omit<By, 'session'>) {
  const { state, url } = await readWebhook(db, id)
  if (state === 'ended') return
  await end(db, id)
  await noteEvent(db, { kind: 'webhook_ended', adminId: actor._id, place, detail: hostOf(url) })
}

/**
 * Ends the webhooks that an administrator has added, whose address they have chosen, or whose secret has been shown to
 * them, since then (ISO 8601), whatever others have done to them since. Returns their hosts. Call it in a transaction.
 */
export async function endWebhooksSince(db: Db, adminId: string, since: string) {
  const rows = await touchedSince(db, adminId, since, ({ did }) => did !== 'widened')
  for (const { id, url } of rows) {
    await end(db, id)
    await noteEvent(db, { kind: 'webhook_ended', adminId, detail: hostOf(url) })
  }
  return rows.map(({ url }) => hostOf(url))
}

/** Pauses those active webhooks whose events they have widened since then. Call it in a transaction. */
export async function pauseWebhooksSince(db: Db, adminId: string, since: string) {
  const rows = await touchedSince(db, adminId, since, ({ did }) => did === 'widened')
  for (const { id, url } of rows) {
    await db.updateTable('webhooks').set({ state: 'paused', why: 'stranger' }).where('id', '=', id).execute()
    await noteEvent(db, { kind: 'webhook_edited', adminId, detail: `${hostOf(url)}, paused` })
  }
  return rows.map(({ url }) => hostOf(url))
}

async function touchedSince(db: Db, adminId: string, since: string, counts: (touch: Touch) => boolean) {
  const rows = await db.selectFrom('webhooks').selectAll().where('state', '<>', 'ended').orderBy('id').execute()
  return rows.filter(({ touches }) =>
    touchesOf(touches).some((touch) => touch.by === adminId && touch.at >= since && counts(touch)),
  )
}

/** Tells the team what someone did to a webhook. */
const tellTeamOf = (db: Db, { actor, session }: By, told: (name: string) => string) =>
  tellTeam(db, { actor, session, at: isoNow() }, { about: actor._id, told })

/** The active webhooks changed since then (ISO 8601): what was done last, when, and by whom. */
export async function webhooksChangedSince(db: Db, since: string) {
  const rows = await selectWebhooks(db).where('state', '<>', 'ended').orderBy('webhooks.id', 'desc').execute()
  const names = new Map(
    (await db.selectFrom('admins').select(['id', 'name']).execute()).map(({ id, name }) => [id, name]),
  )
  return rows.flatMap(({ id, url, touches }) => {
    const last = touchesOf(touches)
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
      .at(-1)
    if (!last || last.at < since) return []
    return [{ id, host: hostOf(url), did: didWords[last.did], by: names.get(last.by) ?? '', at: last.at }]
  })
}

const didWords: Record<Touch['did'], string> = {
  added: 'added',
  moved: 'changed the address of',
  secret: 'replaced the secret of',
  widened: 'changed what is sent by',
}

const touchesOf = (touches: string) => JSON.parse(touches) as Touch[]

/** The touches with one more: the latest of each kind by each administrator. */
const touched = (touches: string, { _id: by }: Actor, did: Touch['did']) =>
  JSON.stringify([
    ...touchesOf(touches).filter((one) => one.by !== by || one.did !== did),
    { did, by, at: isoNow() } satisfies Touch,
  ])

/** The active webhooks whose makers are no longer active. */
export async function webhooksWithoutMaker(db: Db) {
  const rows = await selectWebhooks(db).where('state', '<>', 'ended').where('admins.status', '<>', 'ACTIVE').execute()
  return rows.map(({ id, url, maker_name }) => ({ id, host: hostOf(url), maker_name }))
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
 * Gives a webhook a new secret and returns it; the old one also signs for a day. Call it in a transaction. Throws 404,
 * and 422 for an ended webhook.
 */
export async function replaceSecret(db: Db, id: string, by: By) {
  const { actor, place } = by
  const row = await readWebhook(db, id)
  if (row.state === 'ended') throw refused('webhook_id', 'This webhook has ended.')
  const secret = newWebhookSecret()
  await db
    .updateTable('webhooks')
    .set({
      secret: await sealSecret(db, id, secret),
      old_secret: row.secret,
      old_secret_until: isoNow(OLD_SECRET_HOURS * HOUR),
      touches: touched(row.touches, actor, 'secret'),
    })
    .where('id', '=', id)
    .execute()
  const host = hostOf(row.url)
  await noteEvent(db, { kind: 'webhook_secret_replaced', adminId: actor._id, place, detail: host })
  await tellTeamOf(db, by, (name) => `${name} replaced the secret of the webhook to ${host}.`)
  return { data: await findWebhook(db, id), secret }
}

function refuseAddress(url: string, addresses: Addresses['addresses']) {
  const why = whyNotThere(url, addresses)
  if (why) throw refused('url', why)
}

/** A webhook as stored, with its state. Throws 404. */
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
