import { isoNow } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { randomToken, sha256 } from './tokens.ts'

export const LINK_HOURS = 72

const HOURS = LINK_HOURS * 3_600_000
const latestEnd = () => isoNow(HOURS)
const endOf = (at: string) => new Date(Date.parse(at) + HOURS).toISOString()

/** Instead of a second factor: that the address was changed. */
export const NEW_ADDRESS = 'address'

/**
 * Makes a link against a second factor (`totp`, or the id of a passkey) or a new address that is mailed to `email`, and
 * returns its token, stored as a hash only. Its time is that of what it is against: nothing that happened later outranks it.
 */
export async function makeFactorLink(db: Db, admin_id: string, factor: string, email: string, at = isoNow()) {
  const token = randomToken()
  await db
    .insertInto('factor_links')
    .values({ token_hash: sha256(token), admin_id, factor, email, expires_at: endOf(at) })
    .execute()
  return token
}

/**
 * Uses up a link, and with it all later ones, which may be in a stranger's hands; those before it stay. Returns whose
 * factor it is against, and when and where it was mailed; undefined for a link that does not work. Call it in the transaction that relies on it.
 */
export async function spendFactorLink(db: Db, token: string) {
  const link = await db
    .selectFrom('factor_links')
    .select(['admin_id', 'factor', 'email', 'expires_at'])
    .where('token_hash', '=', sha256(token))
    .where('expires_at', '>', isoNow())
    // One that works longer was made while the clock was ahead.
    .where('expires_at', '<=', latestEnd())
    .executeTakeFirst()
  if (!link) return undefined
  const since = db
    .deleteFrom('factor_links')
    .where('admin_id', '=', link.admin_id)
    .where('expires_at', '>=', link.expires_at)
  if (!(await since.returning('token_hash').execute()).length) return undefined
  const { expires_at, ...whose } = link
  return { ...whose, mailedAt: new Date(Date.parse(expires_at) - HOURS).toISOString() }
}
