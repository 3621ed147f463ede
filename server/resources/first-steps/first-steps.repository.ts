import type { FirstStep } from '#contract/first-steps.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'

/** The first steps that are done once certain records exist. */
export async function stepsInRecords(
  db: Db,
): Promise<Record<Exclude<FirstStep, 'second_factor' | 'mail' | 'backups'>, boolean>> {
  const counts = await db.selectFrom('record_counts').select(['table_name', 'active']).execute()
  const has = (table: string) => counts.some(({ table_name, active }) => table_name === table && active > 0)
  const texts = await db
    .selectFrom('cms_pages')
    .select('code')
    .where('code_key', 'in', ['terms', 'privacy'])
    .where('is_deleted', '=', 0)
    .where('content', '<>', '')
    .execute()
  const team = await db
    .selectFrom('admins')
    .select('id')
    .where('status', 'in', ['ACTIVE', 'INVITED'])
    .limit(2)
    .execute()
  return {
    rv_types: has('rv_types'),
    years: has('years'),
    models: has('models'),
    topics: has('topics'),
    sub_topics: has('sub_topics'),
    manual: has('manuals'),
    manual_page: has('manual_pages'),
    terms_and_privacy: texts.length === 2,
    colleague: team.length > 1,
  }
}

/** Whether this administrator has dismissed the first steps. */
export const hasDismissed = async (db: Db, adminId: string) =>
  (await db.selectFrom('dismissed_steps').select('at').where('admin_id', '=', adminId).executeTakeFirst()) !== undefined

/** Hides the first steps from an administrator, or shows them again. */
export async function dismissFirstSteps(db: Db, dismissed: boolean, adminId: string) {
  if (!dismissed) return void (await db.deleteFrom('dismissed_steps').where('admin_id', '=', adminId).execute())
  await db
    .insertInto('dismissed_steps')
    .values({ admin_id: adminId, at: isoNow() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
