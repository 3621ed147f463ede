import { hashPassword, isCommon } from '../auth/passwords.ts'
import { randomPassword } from '../auth/tokens.ts'
import { isoNow, newId } from '../clock.ts'
import type { Db } from '../db/schema.ts'
import { textKey } from '../db/search/text-key.ts'
import { inTransaction } from '../db/transaction.ts'
import type { Settings } from '../settings/settings.ts'

const NAME = 'Administrator'

export const COMMON_PASSWORD =
  'ADMIN_PASSWORD is among the 10,000 most common passwords: change it after the first sign-in'

/**
 * Creates the first administrator if there is none. Returns null if there is one, else the email address, whether the
 * password is a common one, and, if it had to be generated, that password, which is not stored anywhere.
 */
export async function createFirstAdmin(
  db: Db,
  { adminEmail, adminPassword }: Pick<Settings, 'adminEmail' | 'adminPassword'>,
) {
  if (await db.selectFrom('admins').select('id').executeTakeFirst()) return null
  const email = (adminEmail ?? 'admin@example.com').toLowerCase()
  const madeUp = adminPassword ? undefined : randomPassword()
  const now = isoNow()
  const admin = {
    id: newId(),
    name: NAME,
    name_key: textKey(NAME),
    email,
    password_hash: await hashPassword(adminPassword ?? (madeUp as string)),
    avatar_file: null,
    created_at: now,
    updated_at: now,
  }
  // Another server may be starting at the same time.
  const isFirst = await inTransaction(db, async (db) => {
    if (await db.selectFrom('admins').select('id').executeTakeFirst()) return false
    await db.insertInto('admins').values(admin).execute()
    return true
  })
  return isFirst ? { email, madeUp, hasCommonPassword: adminPassword !== undefined && isCommon(adminPassword) } : null
}
