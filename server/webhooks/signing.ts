import { createHmac, randomBytes } from 'node:crypto'
import { WEBHOOK_SECRET_PREFIX } from '#contract/webhooks.ts'
import { seal, unseal } from '../auth/sealed.ts'
import { isoNow, now } from '../clock.ts'
import type { Db, Tables } from '../db/schema.ts'

const KEY_BYTES = 32

/** A new secret in the Standard Webhooks format. */
export const newWebhookSecret = () => WEBHOOK_SECRET_PREFIX + randomBytes(KEY_BYTES).toString('base64')

const ownerOf = (id: string) => `webhook ${id}`
/** A secret as stored in its webhook's row. */
export const sealSecret = (db: Db, id: string, secret: string) => seal(db, ownerOf(id), secret)

type Secrets = Pick<Tables['webhooks'], 'id' | 'secret' | 'old_secret' | 'old_secret_until'>

/** The secrets that sign what is sent to a webhook: its own, and for a day the previous one. */
export function secretsOf(db: Db, { id, secret, old_secret, old_secret_until }: Secrets) {
  const old = old_secret && old_secret_until && old_secret_until > isoNow() ? [old_secret] : []
  return Promise.all([secret, ...old].map((sealed) => unseal(db, ownerOf(id), sealed)))
}

/** The Standard Webhooks headers for a message: a signature with each secret, separated by a space. */
export function signedHeaders(secrets: string[], id: string, body: string) {
  const timestamp = String(Math.floor(now() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
