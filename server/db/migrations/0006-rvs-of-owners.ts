import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** Finds the newest RVs of many owners without reading the rows of all. */
export async function rvsOfOwners(db: MigrationDb) {
  await sql.raw('create index rvs_newest_of_user on rvs (user_id, created_at, id, is_deleted)').execute(db)
}
