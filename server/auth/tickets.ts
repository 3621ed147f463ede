import { isoNow } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { randomToken, sha256 } from './tokens.ts'

const MINUTES_VALID = 5
const MOST_TRIES = 5

const latestEnd = () => isoNow(MINUTES_VALID * 60_000)

/** Of a sign-in that waits: whose it is and a digest of the password that was right; null where no password was asked. */
export type Ticket = { token_hash: string; admin_id: string | null; password_digest: string | null }

/** Opens a ticket and returns its token, of which only the hash is stored. */
export async function openTicket(db: Db, admin: { id: string; password_hash: string } | null) {
  const token = randomToken()
  const whose = { admin_id: admin?.id ?? null, password_digest: admin && sha256(admin.password_hash) }
  await db
    .insertInto('tickets')
    .values({ token_hash: sha256(token), ...whose, tries: 0, expires_at: latestEnd() })
    .execute()
  return token
}

/** The ticket of a token; undefined for one that never was, was used, has expired or was tried too often. */
export const findTicket = (db: Db, token: string): Promise<Ticket | undefined> =>
  db
    .selectFrom('tickets')
    .select(['token_hash', 'admin_id', 'password_digest'])
    .where('token_hash', '=', sha256(token))
    .where('tries', '<', MOST_TRIES)
    .where('expires_at', '>', isoNow())
    // One that lives longer was opened while the clock was ahead.
    .where('expires_at', '<=', latestEnd())
    .executeTakeFirst()

/** Counts a try before it is made. Returns whether it may be made. */
export async function countTry(db: Db, { token_hash }: Ticket) {
  const counted = await db
    .updateTable('tickets')
    .set((ticket) => ({ tries: ticket('tries', '+', 1) }))
    .where('token_hash', '=', token_hash)
    .where('tries', '<', MOST_TRIES)
    .returning('token_hash')
    .executeTakeFirst()
  return counted !== undefined
}

/** Uses up a ticket. Returns whether it was still there. Call it in the transaction that opens the session. */
export async function closeTicket(db: Db, { token_hash }: Ticket) {
  const closed = db.deleteFrom('tickets').where('token_hash', '=', token_hash).returning('token_hash')
  return (await closed.executeTakeFirst()) !== undefined
}
