import type { Admin, Counters } from '#contract/account.ts'
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

/** The active administrator with this email address, in any case; undefined if there is none. */
export const findAdminByEmail = (db: Db, email: string) =>
  selectAdmins(db).where('email', '=', email.toLowerCase()).where('status', '=', 'ACTIVE').executeTakeFirst()

/** The active administrator with this id; undefined if there is none. */
export const findActiveAdmin = (db: Db, id: string) =>
  selectAdmins(db).where('id', '=', id).where('status', '=', 'ACTIVE').executeTakeFirst()

/** Why an administrator or program may not continue what they began; undefined if they may. */
export async function whyNotActing(db: Db, id: string): Promise<'deactivated' | 'key_ended' | undefined> {
  const admin = await db.selectFrom('admins').select('status').where('id', '=', id).executeTakeFirst()
  if (admin?.status === 'ACTIVE') return undefined
  if (admin?.status !== 'PROGRAM') return 'deactivated'
  return (await findKey(db, id)) ? undefined : 'key_ended'
}

/** The active administrator with this id. Throws 401 if deactivated during the call. */
export async function findAdmin(db: Db, id: string) {
  const row = await findActiveAdmin(db, id)
  if (!row) throw signedOut(true)
  return row
}

/** The administrator with this id, active or not: for mails about past events. Throws if there is none. */
export const findAnyAdmin = (db: Db, id: string) => selectAdmins(db).where('id', '=', id).executeTakeFirstOrThrow()

/** The table behind each counter. A missing table counts 0. */
const countedTables: Record<keyof Counters, string> = {
  app_usage_count: 'app_sign_ins',
  register_users_count: 'users',
  rv_management_count: 'rvs',
  rv_service_count: 'dealers',
  checklist_count: 'checklists',
  maintenance_count: 'maintenance_items',
  owners_manual_count: 'manual_pages',
  slider_images_count: 'app_images',
}

/** The dashboard's eight counters: records that are not deleted, and all sign-ins to the app so far. */
export async function readCounters(db: Db): Promise<Counters> {
  const rows = await db.selectFrom('record_counts').select(['table_name', 'active']).execute()
  const active = new Map(rows.map((row) => [row.table_name, row.active]))
  const pruned = new Map(
    (await db.selectFrom('pruned_rows').selectAll().execute()).map((row) => [row.table_name, row.total]),
  )
  const total = (table: string) => (active.get(table) ?? 0) + (pruned.get(table) ?? 0)
  const counted = Object.entries(countedTables).map(([counter, table]) => [counter, total(table)])
  return Object.fromEntries(counted) as Counters
}
