import { TEST_EVENT, type WebhookTried } from '#contract/webhooks.ts'
import { isoNow, newId } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refused } from '../../errors.ts'
import type { PostWebhook } from '../../integrations/webhooks/post-webhook.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { resetReceiver } from '../../webhooks/deliveries.repository.ts'
import { SEND_WEBHOOK } from '../../webhooks/outbox.ts'
import { sendOne } from '../../webhooks/send.ts'
import { secretsOf } from '../../webhooks/signing.ts'
import { readWebhook } from './webhooks.service.ts'

/**
 * Sends a test event and returns the outcome; if it was accepted, waiting deliveries are sent. Throws 404, and 422 for
 * an ended webhook.
 */
export async function tryWebhook(db: Db, post: PostWebhook, id: string): Promise<WebhookTried> {
  const webhook = await readWebhook(db, id)
  if (webhook.state === 'ended') throw refused('webhook_id', 'This webhook has ended.')
  const data = JSON.stringify({ webhook_id: id })
  const message = { id: newId(), type: TEST_EVENT, at: isoNow(), data }
  const { status, problem, milliseconds } = await sendOne(post, webhook.url, await secretsOf(db, webhook), message)
  if (problem === null && webhook.state === 'active') await inTransaction(db, (db) => sendAtOnce(db, id))
  return { delivered: problem === null, status, milliseconds, problem }
}

/** Sends a webhook's waiting deliveries before their turn. Call it in a transaction. */
export async function sendAtOnce(db: Db, id: string) {
  await resetReceiver(db, id)
  await enqueue(db, SEND_WEBHOOK, { webhook_id: id })
}

/**
 * Resends what was given up (`again`), or removes it. Returns the number of deliveries. Call it in a transaction.
 * Throws 404.
 */
export async function handleGivenUp(db: Db, id: string, again: boolean) {
  const { state } = await readWebhook(db, id)
  if (!again) {
    const removed = db.deleteFrom('webhook_deliveries').where('webhook_id', '=', id).where('state', '=', 'given_up')
    return Number((await removed.executeTakeFirstOrThrow()).numDeletedRows)
  }
  if (state === 'ended') throw refused('webhook_id', 'This webhook has ended.')
  const waiting = { state: 'waiting', tries: 0, first_tried_at: null, done_at: null, next_at: isoNow() } as const
  const { numUpdatedRows } = await db
    .updateTable('webhook_deliveries')
    .set(waiting)
    .where('webhook_id', '=', id)
    .where('state', '=', 'given_up')
    .executeTakeFirstOrThrow()
  await sendAtOnce(db, id)
  return Number(numUpdatedRows)
}
