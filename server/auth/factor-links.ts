import { HOUR, isoNow } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { findSecret, keepSecret, LIFETIMES } from './one-time.ts'
import { randomToken, sha256 } from './tokens.ts'

export const LINK_HOURS = LIFETIMES.link / HOUR
const endOf = (at: string) => new Date(Date.parse(at) + LIFETIMES.link).toISOString()

/** Instead of a second factor: that the address was changed, or something about the team. */
export const NEW_ADDRESS = 'address'
export const TEAM = 'team'

/** What a link is against: whose account, the second factor (`totp`, or the id of a passkey) or another act, and where it is mailed. */
type Against = {
  admin_id: string
  factor: string
  email: string
  /** When it was done; nothing that happened later outranks the link. */
  at?: string | undefined
  /** When the session was opened in which it was done. */
  since?: string | undefined
}

type Kept = { factor: string; email: string; since: string | null }

/** Makes a link against what a stranger may have done, and returns its token, which is stored as a hash only. */
export async function makeFactorLink(db: Db, { admin_id, at = isoNow(), since, ...against }: Against) {
  const token = randomToken()
  const link = { purpose: 'link', subject: sha256(token), whose: admin_id, expires_at: endOf(at) } as const
  await keepSecret(db, { ...link, about: JSON.stringify({ ...against, since: since ?? null } satisfies Kept) })
  return token
}

/**
 * Uses up a link, and with it all later ones, which may be in a stranger's hands; those before it stay. Returns what it
 * is against, when that was done, and when the session that did it was opened; undefined for a link that does not work.
 * Call it in the transaction that relies on it.
 */
export async function spendFactorLink(db: Db, token: string) {
  const link = await findSecret(db, 'link', { subject: sha256(token) })
  if (!link) return undefined
  const withLater = db
    .deleteFrom('one_time_secrets')
    .where('purpose', '=', 'link')
    .where('whose', '=', link.whose)
    .where('expires_at', '>=', link.expires_at)
  if (!(await withLater.returning('subject').execute()).length) return undefined
  const { since, ...against } = JSON.parse(link.about) as Kept
  const mailedAt = new Date(Date.parse(link.expires_at) - LIFETIMES.link).toISOString()
  const whose = { admin_id: link.whose ?? '', ...against }
  return { ...whose, mailedAt, since: since !== null && since < mailedAt ? since : mailedAt }
}
