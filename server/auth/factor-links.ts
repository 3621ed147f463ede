import { HOUR, isoNow } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { randomToken, sha256 } from './tokens.ts'

export const LINK_HOURS = 72

const HOURS = LINK_HOURS * HOUR
const latestEnd = () => isoNow(HOURS)
const endOf = (at: string) => new Date(Date.parse(at) + HOURS).toISOString()

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

/** Makes a link against what a stranger may have done, and returns its token, which is stored as a hash only. */
export async function makeFactorLink(db: Db, { at = isoNow(), since, ...against }: Against) {
  const token = randomToken()
  await db
    .insertInto('factor_links')
    .values({ token_hash: sha256(token), ...against, expires_at: endOf(at), since: since ?? null })
    .execute()
  return token
}

/**
 * Uses up a link, and with it all later ones, which may be in a stranger's hands; those before it stay. Returns what it
 * is against, when that was done, and when the session that did it was opened; undefined for a link that does not work.
 * Call it in the transaction that relies on it.
 */
export async function spendFactorLink(db: Db, token: string) {
  const link = await db
    .selectFrom('factor_links')
    .select(['admin_id', 'factor', 'email', 'expires_at', 'since'])
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', isoNow())
    // One that works longer was made while the clock was ahead.
    .where('expires_at', '<=', latestEnd())
    .executeTakeFirst()
  if (!link) return undefined
  const withLater = db
    .deleteFrom('factor_links')
    .where('admin_id', '=', link.admin_id)
    .where('expires_at', '>=', link.expires_at)
  if (!(await withLater.returning('token_hash').execute()).length) return undefined
  const { expires_at, since, ...whose } = link
  const mailedAt = new Date(Date.parse(expires_at) - HOURS).toISOString()
  return { ...whose, mailedAt, since: since !== null && since < mailedAt ? since : mailedAt }
}
