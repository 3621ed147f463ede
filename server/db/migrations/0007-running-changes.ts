import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** Finds the few changes that run among very many. */
export async function runningChanges(db: MigrationDb) {
  await sql.raw(`create index changes_running on changes (undoes) where state = 'running'`).execute(db)
}
