import { createHmac } from 'node:crypto'
import type { Db } from '../db/schema.ts'
import { ownSecret } from './own-secrets.ts'
import { seal, unseal } from './sealed.ts'
import { randomToken } from './tokens.ts'

const nameOf = (adminId: string) => `drafts of ${adminId}`

/**
 * The key browsers encrypt an administrator's drafts with: 32 bytes as base64url, the same in each session, and given
 * only to that person's sessions. It is stored sealed.
 */
export async function draftKeyOf(db: Db, adminId: string) {
  const name = nameOf(adminId)
  const first = (await keyOf110(db, adminId)) ?? randomToken()
  return unseal(db, name, await ownSecret(db, name, await seal(db, name, first)))
}

/** The key of release 1.1.0, with which browsers read older drafts; undefined in a newer installation. */
async function keyOf110(db: Db, adminId: string) {
  const secret = await db.selectFrom('secrets').select('value').where('name', '=', 'drafts').executeTakeFirst()
  return secret && createHmac('sha256', secret.value).update(adminId).digest('base64url')
}

/** Replaces a key that an intruder may have; the drafts went with the sessions. Call it in a transaction. */
export async function replaceDraftKey(db: Db, adminId: string) {
  const name = nameOf(adminId)
  const value = await seal(db, name, randomToken())
  await db
    .insertInto('secrets')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
