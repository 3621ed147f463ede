import type { Admin } from '#contract/account.ts'
import { findKey } from '../../auth/program-keys/keys.repository.ts'
import type { Db } from '../../db/schema.ts'
import { signedOut } from '../../errors.ts'
import { filePath } from '../../integrations/files/store.ts'

const selectAdmins = (db: Db) =>
  db
    .selectFrom('admins')
    .select(['id', 'name', 'email', 'avatar_file', 'password_hash', 'last_sign_in', 'totp_since', 'passkey_count'])

export type AdminRow = NonNullable<Awaited<ReturnType<typeof findAdminByEmail>>>

/** An administrator in its wire shape. */
export const toAdmin = ({ id, name, email, avatar_file }: AdminRow): Admin => ({
  _id: id,
  name,
  email,
  avtar: avatar_file && filePath(avatar_file),
})

/** The active administrator with this e-mail address in any case; undefined if there is none. */
export const findAdminByEmail = (db: Db, email: string) =>
  selectAdmins(db).where('email', '=', email.toLowerCase()).where('status', '=', 'ACTIVE').executeTakeFirst()

/** The active administrator with this id; undefined if there is none. */
export const findActiveAdmin = (db: Db, id: string) =>
  selectAdmins(db).where('id', '=', id).where('status', '=', 'ACTIVE').executeTakeFirst()

/** Why whoever began something may not go on with it, an administrator or a program; undefined for one who may. */
export async function whyNotActing(db: Db, id: string): Promise<'deactivated' | 'key_ended' | undefined> {
  const admin = await db.selectFrom('admins').select('status').where('id', '=', id).executeTakeFirst()
  if (admin?.status === 'ACTIVE') return undefined
  if (admin?.status !== 'PROGRAM') return 'deactivated'
  return (await findKey(db, id)) ? undefined : 'key_ended'
}

/** The active administrator with this id. Throws 401 for one who was deactivated while a call was under way. */
export async function findAdmin(db: Db, id: string) {
  const row = await findActiveAdmin(db, id)
  if (!row) throw signedOut(true)
  return row
}

/** The administrator with this id, active or not: for mails about what has happened. Throws when there is none. */
export const findAnyAdmin = (db: Db, id: string) => selectAdmins(db).where('id', '=', id).executeTakeFirstOrThrow()
