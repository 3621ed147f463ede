import { sql } from 'kysely'
import { SESSION_ENDED } from '#contract/endpoint.ts'
import type { SocialProvider } from '#contract/owner/account.ts'
import type { Owner } from '#contract/owner/owner.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/search/text-key.ts'
import { AppError } from '../../errors.ts'

const selectOwners = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'type', 'status', 'password_hash', 'must_change_password', 'email_confirmed'])
    .select(['state', 'zip', 'version', 'new_email', 'social_id', 'created_at', 'updated_at'])
    .select(['news', 'reminders', 'text_version', 'preferences_at', 'language'])

export type OwnerRow = NonNullable<Awaited<ReturnType<typeof findOwnerByEmail>>>

/** An owner in its wire shape. */
export const toOwner = ({
  id,
  name,
  email,
  type,
  email_confirmed,
  state,
  zip,
  language,
  version,
}: OwnerRow): Owner => ({
  _id: id,
  name,
  email,
  type,
  email_confirmed: email_confirmed === 1,
  state,
  zip,
  language,
  version,
})

/** The owner with this email address in any case; undefined if there is none, or one whose import was undone. */
// A literal, because the partial index is found only for one.
export const findOwnerByEmail = (db: Db, email: string) =>
  selectOwners(db).where('email_key', '=', textKey(email)).where('is_deleted', '=', sql.lit(0)).executeTakeFirst()

/** The owner with this id at a social network; undefined if there is none. */
export const findOwnerBySocialId = (db: Db, type: SocialProvider, socialId: string) =>
  selectOwners(db).where('type', '=', type).where('social_id', '=', socialId).executeTakeFirst()

/** The owner with this id. Throws 401 if erased during the call. */
export async function findOwner(db: Db, id: string) {
  const row = await selectOwners(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError(401, SESSION_ENDED, { code: 'ended' })
  return row
}
