import { isoNow } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { randomToken, sha256 } from './tokens.ts'

export const LINK_HOURS = 72

const latestEnd = () => isoNow(LINK_HOURS * 3_600_000)

/** Instead of a second factor: that the address was changed. */
export const NEW_ADDRESS = 'address'

/**
 * Makes a link against a second factor (`totp`, or the id of a passkey) or a new address that is mailed to `email`, and
 * returns its token, stored as a hash only.
 */
export async function makeFactorLink(db: Db, admin_id: string, factor: string, email: string) {
  const token = randomToken()
  await db
    .insertInto('factor_links')
    .values({ token_hash: sha256(token), admin_id, factor, email, expires_at: latestEnd() })
    .execute()
  return token
}

/**
 * Uses up a link: with it all others against the same factor. Returns whose factor it is against, and when and
 * where it was mailed; undefined for a link that does not work. Call it in the transaction that relies on it.
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
  const alike = db.deleteFrom('factor_links').where('admin_id', '=', link.admin_id).where('factor', '=', link.factor)
  if (!(await alike.returning('token_hash').execute()).length) return undefined
  const { expires_at, ...whose } = link
  return { ...whose, mailedAt: new Date(Date.parse(expires_at) - LINK_HOURS * 3_600_000).toISOString() }
}
