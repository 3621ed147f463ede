import type { Db } from '../db/schema.ts'
import { countTry as countSecretTry, findSecret, keepSecret, takeSecret } from './one-time.ts'
import { randomToken, sha256 } from './tokens.ts'

const MOST_TRIES = 5

/** A waiting sign-in: whose it is, and a digest of the correct password; null if no password was asked for. */
export type Ticket = { token_hash: string; admin_id: string | null; password_digest: string | null }

/** Opens a ticket and returns its token; only the hash is stored. */
export async function openTicket(db: Db, admin: { id: string; password_hash: string } | null) {
  const token = randomToken()
  const whose = { whose: admin?.id ?? null, hash: admin && sha256(admin.password_hash) }
  await keepSecret(db, { purpose: 'ticket', subject: sha256(token), ...whose })
  return token
}

/** A token's ticket; undefined if it never existed, was used, has expired or was tried too often. */
export async function findTicket(db: Db, token: string): Promise<Ticket | undefined> {
  const ticket = await findSecret(db, 'ticket', { subject: sha256(token) })
  if (!ticket || ticket.tries >= MOST_TRIES) return undefined
  return { token_hash: ticket.subject, admin_id: ticket.whose, password_digest: ticket.hash }
}

/** Counts a try before it is made. Returns whether it may be made. */
export const countTry = async (db: Db, { token_hash }: Ticket) =>
  (await countSecretTry(db, 'ticket', { subject: token_hash }, MOST_TRIES)) !== undefined

/** Uses up a ticket. Returns whether it was still there. Call it in the transaction that opens the session. */
export const closeTicket = async (db: Db, { token_hash }: Ticket) =>
  (await takeSecret(db, 'ticket', { subject: token_hash })) !== undefined
