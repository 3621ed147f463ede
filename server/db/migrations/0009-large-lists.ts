import { sql } from 'kysely'
import { dialectOf } from './frozen/dialect.ts'
import type { MigrationDb } from './frozen/migration-db.ts'

/** Indexes with which lists stay quick at a million records. */
export async function largeLists(db: MigrationDb) {
  // Lists are sorted by the names of what their records refer to, by walking these; SQLite does so only where it knows
  // that no two entries are the same.
  for (const table of ['rv_types', 'years', 'models', 'topics', 'sub_topics', 'users'] as const) {
    await db.schema.dropIndex(`${table}_by_name_key`).execute()
    await db.schema.createIndex(`${table}_by_name_key`).unique().on(table).columns(['name_key', 'id']).execute()
  }
  // RVs are listed without the deleted ones: with the flag in the index, those are passed over without being read.
  for (const column of ['user_id', 'cat_id', 'model_id', 'year_id', 'serial_no', 'vin']) {
    await db.schema.dropIndex(`rvs_by_${column}`).execute()
    const term = await dialectOf(db).indexed(db, 'rvs', column)
    await sql.raw(`create index rvs_by_${column} on rvs (${term}, id, is_deleted)`).execute(db)
  }
  await db.schema.dropIndex('rvs_newest').execute()
  await db.schema.createIndex('rvs_newest').on('rvs').columns(['created_at', 'id', 'is_deleted']).execute()
  await sql`create index rvs_deleted_newest on rvs (created_at, id) where is_deleted = 1`.execute(db)
}
