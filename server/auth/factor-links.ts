import { HOUR, isoNow } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { findSecret, keepSecret, LIFETIMES } from './one-time.ts'
import { randomToken, sha256 } from './tokens.ts'

export const LINK_HOURS = LIFETIMES.link / HOUR
const endOf = (at: string) => new Date(Date.parse(at) + LIFETIMES.link).toISOString()

/** Other than second factors: a change of address, or to the team. */
export const NEW_ADDRESS = 'address'
export const TEAM = 'team'

/**
 * What a link undoes: whose account, which second factor (`totp`, or a passkey’s id) or act, and where it is mailed.
 */
type Against = {
  admin_id: string
  factor: string
  email: string
  /** When it was done; nothing later takes precedence over the link. */
  at?: string | undefined
  /** When the session that did it was opened. */
  since?: string | undefined
}

type Kept = { factor: string; email: string; since: string | null }

/** Makes a link for undoing a possible intruder's act, and returns its token; only the hash is stored. */
export async function makeFactorLink(db: Db, { admin_id, at = isoNow(), since, ...against }: Against) {
  const token = randomToken()
  const link = { purpose: 'link', subject: sha256(token), whose: admin_id, expires_at: endOf(at) } as const
  await keepSecret(db, { ...link, about: JSON.stringify({ ...against, since: since ?? null } satisfies Kept) })
  return token
}

/**
 * Uses up a link and all later ones, which an intruder may have; earlier ones stay. Returns what it undoes, when that
 * was done, and when the session that did it was opened; undefined if the link does not work. Call it in the
 * transaction that relies on it.
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
