import type { Db } from '../db/schema.ts'
import { ownSecret } from './own-secrets.ts'
import { seal, unseal } from './sealed.ts'
import { randomToken } from './tokens.ts'

const nameOf = (adminId: string) => `drafts of ${adminId}`

/**
 * The key with which browsers encrypt what an administrator has typed: 32 random bytes as base64url, the same in each
 * session, and given to that person's sessions only. It is stored sealed.
 */
export async function draftKeyOf(db: Db, adminId: string) {
  const name = nameOf(adminId)
  return unseal(db, name, await ownSecret(db, name, await seal(db, name, randomToken())))
}

/** Drops the key, which a stranger may have; the drafts went with the sessions. Call it in a transaction. */
export const dropDraftKey = (db: Db, adminId: string) =>
  db.deleteFrom('secrets').where('name', '=', nameOf(adminId)).execute()
