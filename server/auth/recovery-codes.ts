import { randomInt } from 'node:crypto'
import type { Db } from '../db/schema.ts'
import { ownSecret } from './own-secrets.ts'
import { keyedHash } from './tokens.ts'

const HOW_MANY = 10
/** Without look-alike characters; ten of them are 49 bits. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 10

const randomLetters = () => Array.from({ length: LENGTH }, () => letters[randomInt(letters.length)]).join('')

const keyOf = (db: Db) => ownSecret(db, 'recovery')
const hashOf = (key: string, adminId: string, code: string) => keyedHash(key, `${adminId} ${code.toLowerCase()}`)

/** Replaces an administrator's recovery codes, and returns the new ones as people type them: `abcde-fghjk`. */
export async function makeRecoveryCodes(db: Db, adminId: string) {
  await dropRecoveryCodes(db, adminId)
  const codes = Array.from({ length: HOW_MANY }, randomLetters)
  const key = await keyOf(db)
  const rows = codes.map((code) => ({ code_hash: hashOf(key, adminId, code), admin_id: adminId }))
  await db.insertInto('recovery_codes').values(rows).execute()
  return codes.map((code) => `${code.slice(0, LENGTH / 2)}-${code.slice(LENGTH / 2)}`)
}

/** Removes an administrator's recovery codes. */
export const dropRecoveryCodes = (db: Db, adminId: string) =>
  db.deleteFrom('recovery_codes').where('admin_id', '=', adminId).execute()

/** How many recovery codes have not been used. */
export async function recoveryCodesLeft(db: Db, adminId: string) {
  const codes = db.selectFrom('recovery_codes').where('admin_id', '=', adminId)
  const { left } = await codes.select(({ fn }) => fn.countAll<number>().as('left')).executeTakeFirstOrThrow()
  return Number(left)
}

/** Uses up a recovery code, given without its dash. Returns whether it was an unused one. */
export async function spendRecoveryCode(db: Db, adminId: string, code: string) {
  const code_hash = hashOf(await keyOf(db), adminId, code)
  const used = db.deleteFrom('recovery_codes').where('code_hash', '=', code_hash).where('admin_id', '=', adminId)
  return (await used.returning('code_hash').executeTakeFirst()) !== undefined
}
