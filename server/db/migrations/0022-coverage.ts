import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'
import { createSortIndex } from './frozen/record-table.ts'

/** Topics that every manual must have, and an index by which the pages of all manuals are counted by topic. */
export async function coverage(db: MigrationDb) {
  await sql.raw('alter table topics add column required integer not null default 0').execute(db)
  await createSortIndex(db, 'topics', 'required')
  await sql.raw('create index manual_pages_by_topic on manual_pages (manual_id, topic_id, is_deleted)').execute(db)
}
