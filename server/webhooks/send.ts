import pLimit from 'p-limit'
import { WEBHOOK_PATIENCE_HOURS } from '#contract/webhooks.ts'
import { HOUR, isoNow, MINUTE, now } from '../clock.ts'
import type { Db, Tables } from '../db/schema.ts'
import type { Posted, PostWebhook } from '../integrations/webhooks/post-webhook.ts'
import { inLanes, type JobContext, type JobHandlers } from '../jobs/jobs.ts'
import { type Due, listDue, nextDue } from './deliveries.repository.ts'
import { SEND_WEBHOOK, type SendWebhook } from './outbox.ts'
import { secretsOf, signedHeaders } from './signing.ts'

type Context = Pick<JobContext, 'write' | 'continueWith'>
type Webhook = Tables['webhooks']
type Sent = { due: Due; posted: Posted }

/** How many webhooks a server sends to at the same time. */
const LANES = 4
/** How many of a webhook's deliveries are in progress at the same time, each about a different record. */
const AT_ONCE = 4
const BATCH_SIZE = 40
/** After this long another job gets its turn. In milliseconds. */
const TURN_MS = 5_000
/** A job due much later would be taken for one written by a wrong clock. */
const LONGEST_WAIT_MS = 1_200_000

/** The job that sends what waits for a webhook. Jobs of one webhook never overlap, on any server. */
export const webhookJobs = (db: Db, post: PostWebhook): JobHandlers => ({
  [SEND_WEBHOOK]: inLanes(LANES, (payload: SendWebhook, context) => sendWaiting(db, post, payload, context)),
})

/**
 * Sends a webhook's due deliveries, in order for each record, until none is due or the receiver fails. Recorded only
 * after sending: a server killed in between sends it again.
 */
export async function sendWaiting(db: Db, post: PostWebhook, { webhook_id: id }: SendWebhook, context: Context) {
  await dropOtherJobs(db, id)
  const begun = performance.now()
  for (let goesOn = true; goesOn; ) {
    const webhook = await findSending(db, id)
    if (!webhook) return
    if (webhook.next_at > isoNow()) break
    const due = await listDue(db, id, webhook.failures ? 1 : BATCH_SIZE)
    if (!due.length) break
    const sent = await sendAll(db, post, webhook, due)
    await context.write(db, (db) => noteSent(db, webhook, sent))
    goesOn = sent.every(isTaken)
    if (goesOn && performance.now() - begun > TURN_MS) return context.continueWith(db, { webhook_id: id })
  }
  await context.write(db, async (db) => {
    const webhook = await findSending(db, id)
    const due = await nextDue(db, id)
    if (!webhook || due === null) return
    const at = Math.max(Date.parse(due), Date.parse(webhook.next_at))
    await context.continueWith(db, { webhook_id: id }, isoNow(Math.min(at - now(), LONGEST_WAIT_MS)))
  })
}

const isTaken = ({ posted }: Sent) => posted.problem === null

/** The jobs of earlier changes: what they were to send is found now. */
const dropOtherJobs = (db: Db, id: string) =>
  db
    .deleteFrom('jobs')
    .where('kind', '=', SEND_WEBHOOK)
    .where('payload', '=', JSON.stringify({ webhook_id: id } satisfies SendWebhook))
    .where('lease', 'is', null)
    .execute()

const findSending = (db: Db, id: string) =>
  db
    .selectFrom('webhooks')
    .innerJoin('webhook_states', 'webhook_states.webhook_id', 'webhooks.id')
    .selectAll()
    .where('webhooks.id', '=', id)
    .where('webhooks.state', '=', 'active')
    .executeTakeFirst()

/** Sends these, but starts no more after the first refusal. */
async function sendAll(db: Db, post: PostWebhook, webhook: Webhook, due: Due[]) {
  const secrets = await secretsOf(db, webhook)
  const limit = pLimit(AT_ONCE)
  const sent: Sent[] = []
  await Promise.all(
    due.map((one) =>
      limit(async () => {
        if (!sent.every(isTaken)) return
        sent.push({ due: one, posted: await sendOne(post, webhook.url, secrets, one) })
      }),
    ),
  )
  return sent
}

type Message = { id: string; type: string; at: string; data: string }

/** Sends one message, signed with the time it is sent. */
export function sendOne(post: PostWebhook, url: string, secrets: string[], { id, type, at, data }: Message) {
  const body = JSON.stringify({ type, timestamp: at, data: JSON.parse(data) as object })
  return post(url, signedHeaders(secrets, id, body), body)
}

type ReceiverHealth = Webhook & Tables['webhook_states']

async function noteSent(db: Db, webhook: ReceiverHealth, sent: Sent[]) {
  for (const { due, posted } of sent) {
    const { status, problem } = posted
    const first_tried_at = due.first_tried_at ?? isoNow()
    const tries = due.tries + 1
    const isGivenUp = problem !== null && isOver(Date.parse(first_tried_at), tries, now())
    const outcome =
      problem === null
        ? ({ state: 'delivered', done_at: isoNow() } as const)
        : isGivenUp
          ? ({ state: 'given_up', done_at: isoNow() } as const)
          : { next_at: isoNow(pauseAfter(tries)) }
    await db
      .updateTable('webhook_deliveries')
      .set({ tries, first_tried_at, status, problem, ...outcome })
      .where('seq', '=', due.seq)
      .where('state', '=', 'waiting')
      .execute()
  }
  await recordReceiverHealth(db, webhook, sent)
}

/** A receiver that accepted something works; one that only refused is left alone for a while, longer each time. */
async function recordReceiverHealth(db: Db, { id, failures: before, failing_since }: ReceiverHealth, sent: Sent[]) {
  const set = (fares: Partial<Tables['webhook_states']>) =>
    db.updateTable('webhook_states').set(fares).where('webhook_id', '=', id).execute()
  const refusal = sent.find((one) => !isTaken(one))?.posted
  const worked = sent.some(isTaken) && { failing_since: null, last_delivered_at: isoNow() }
  if (!refusal) return void (await set({ ...worked, failures: 0, problem: null }))
  const failures = worked ? 1 : before + 1
  const since = (worked ? null : failing_since) ?? isoNow()
  const next_at = isoNow(holdAfter(failures, refusal.retryAfter))
  await set({ ...worked, failures, failing_since: since, problem: refusal.problem, next_at })
  if (sent.some(({ posted }) => posted.status === GONE)) return endGone(db, id)
  if (isOver(Date.parse(since), failures, now())) await giveUpOld(db, id)
}

const GONE = 410

/** The receiver never wants anything again. */
async function endGone(db: Db, id: string) {
  await db
    .updateTable('webhooks')
    .set({ state: 'ended', why: 'gone', ended_at: isoNow(), secret: '', old_secret: null, old_secret_until: null })
    .where('id', '=', id)
    .execute()
  await giveUp(db, id, isoNow())
}

/** Gives up what has waited two days for a receiver that failed all the time, even if its turn never came. */
const giveUpOld = (db: Db, id: string) => giveUp(db, id, isoNow(-WEBHOOK_PATIENCE_HOURS * HOUR))

const giveUp = (db: Db, id: string, until: string) =>
  db
    .updateTable('webhook_deliveries')
    .set({ state: 'given_up', done_at: isoNow() })
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .where('at', '<=', until)
    .execute()

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
const pauseAfter = (tries: number) => spread() * (PAUSES[Math.min(tries, PAUSES.length) - 1] ?? 0)

/** Milliseconds until a receiver is tried again after consecutive failures; `asked` is its Retry-After, in seconds. */
const holdAfter = (failures: number, asked = 0) =>
  Math.max(Math.min(pauseAfter(failures), LONGEST_HOLD), Math.min(asked * 1000, MOST_ASKED))

/** Whether something that has failed since then (in milliseconds), and this often, is given up. */
const isOver = (since: number, tries: number, now: number) =>
  now - since >= WEBHOOK_PATIENCE_HOURS * HOUR && tries >= FEWEST_TRIES
