import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'
import { createSortIndex } from './frozen/record-table.ts'

/** What the lists that grow need to be sorted by when their records were last changed. */
export async function listsByTime(db: MigrationDb) {
  for (const table of ['users', 'checklists', 'maintenance_items']) await createSortIndex(db, table, 'updated_at')
  // As the other orders of RVs: the status is checked along the index.
  await db.schema.createIndex('rvs_by_updated_at').on('rvs').columns(['updated_at', 'id', 'is_deleted']).execute()
  await sql`create index rvs_deleted_by_updated_at on rvs (updated_at, id) where is_deleted = 1`.execute(db)
}
