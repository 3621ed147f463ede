import { DAY, isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { Settings } from '../../settings/settings.ts'

/** The name under which it is noted when the tables were last rewritten. */
const REWRITTEN = 'rewritten-at'
const DAYS_BETWEEN = 7

/** What has held something about a person who was erased. */
const TABLES = [
  'users',
  'rvs',
  'checklists',
  'maintenance_items',
  'activity',
  'changes',
  'notification_recipients',
  'idempotency_keys',
  'jobs',
  'import_rows',
  'one_time_secrets',
  'tries',
  'views',
  'name_words',
  'privacy_requests',
] as const

/**
 * Where the operator allows it, rewrites once a week, in the hour of REWRITE_HOUR, the tables in which PostgreSQL keeps the
 * former rows of somebody who was erased since. The tables are locked meanwhile. Resolves to whether it did.
 */
export async function rewriteAfterErase(
  db: Db,
  { rewriteHour, officeTimeZone }: Pick<Settings, 'rewriteHour' | 'officeTimeZone'>,
) {
  if (rewriteHour === undefined || hourIn(officeTimeZone) !== rewriteHour) return false
  const last = await db.selectFrom('secrets').select('value').where('name', '=', REWRITTEN).executeTakeFirst()
  if (last && last.value > isoNow(-(DAYS_BETWEEN - 1) * DAY)) return false
  const erased = db
    .selectFrom('users')
    .select('id')
    .where('erased_at', '>', last?.value ?? '')
  if (!(await erased.limit(1).executeTakeFirst())) return false
  // Noted first: another server that looks meanwhile does not begin as well.
  await noteRewritten(db, isoNow())
  try {
    await engineOf(db).rewrite(db, TABLES)
  } catch (error) {
    // A table was in use: the hour of the next day tries again.
    await noteRewritten(db, last?.value ?? '')
    throw error
  }
  return true
}

function noteRewritten(db: Db, value: string) {
  const row = { name: REWRITTEN, value }
  return db
    .insertInto('secrets')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

const hourIn = (timeZone: string) =>
  Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(Date.parse(isoNow())))
