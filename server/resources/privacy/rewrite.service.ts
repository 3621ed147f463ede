import { DAY, isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Db } from '../../db/schema.ts'
import type { Settings } from '../../settings/settings.ts'

/** The name under which the time of the tables' last rewrite is stored. */
const REWRITTEN = 'rewritten-at'
const DAYS_BETWEEN = 7

/** Tables that may have held something about an erased person. */
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
 * If the operator allows it, once a week, in the hour of REWRITE_HOUR, rewrites the tables in which PostgreSQL still
 * holds former rows of someone erased since. The tables are locked meanwhile. Resolves to whether it did.
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
  // Recorded first, so that another server looking meanwhile does not begin as well.
  await noteRewritten(db, isoNow())
  try {
    await engineOf(db).rewrite(db, TABLES)
  } catch (error) {
    // A table was in use: another try follows in the same hour of the next day.
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
