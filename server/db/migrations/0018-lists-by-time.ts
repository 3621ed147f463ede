import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/**
 * What the lists that grow need to be sorted by when their records were added and last changed, to any page: the status
 * is part of the index, so that passing over a row does not read it.
 */
export async function listsByTime(db: MigrationDb) {
  for (const table of ['users', 'checklists', 'maintenance_items']) {
    await db.schema.dropIndex(`${table}_newest`).execute()
    await createTimeIndex(db, table, 'created_at', 'newest')
  }
  for (const table of ['users', 'checklists', 'maintenance_items', 'rvs']) {
    await createTimeIndex(db, table, 'updated_at', 'by_updated_at')
  }
}

async function createTimeIndex(db: MigrationDb, table: string, column: string, name: string) {
  await db.schema.createIndex(`${table}_${name}`).on(table).columns([column, 'id', 'is_deleted']).execute()
  await sql.raw(`create index ${table}_deleted_${name} on ${table} (${column}, id) where is_deleted = 1`).execute(db)
}
