import type { Counters } from '#contract/account.ts'
import type { Db } from '../../db/schema.ts'

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

/** The eight counters of the dashboard: records that are not deleted, and all sign-ins to the app there ever were. */
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
