import type { Owner, SocialProvider } from '#contract/app/account.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/text-key.ts'
import { signedOut } from '../../errors.ts'

const selectOwners = (db: Db) =>
  db.selectFrom('users').select(['id', 'name', 'email', 'type', 'status', 'password_hash', 'must_change_password'])

export type OwnerRow = NonNullable<Awaited<ReturnType<typeof findOwnerByEmail>>>

/** An app user as the app sees it. */
export const toOwner = ({ id, name, email, type }: OwnerRow): Owner => ({ _id: id, name, email, type })

/** The app user with this address, whatever its case; nothing when there is none. */
export const findOwnerByEmail = (db: Db, email: string) =>
  selectOwners(db).where('email_key', '=', textKey(email)).executeTakeFirst()

/** The app user whom a social network knows by this id; nothing when there is none. */
export const findOwnerBySocialId = (db: Db, type: SocialProvider, socialId: string) =>
  selectOwners(db).where('type', '=', type).where('social_id', '=', socialId).executeTakeFirst()

/** The app user with this id. Throws 401 when it is gone. */
export async function findOwner(db: Db, id: string) {
  const row = await selectOwners(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw signedOut()
  return row
}
