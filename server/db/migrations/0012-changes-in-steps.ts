import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

/** Tells which changes ran beside a change in steps, and so may be older or newer than some of what it did. */
export async function changesInSteps(db: MigrationDb) {
  await sql.raw(`alter table changes add column last_seq ${isPostgres(db) ? 'bigint' : 'integer'}`).execute(db)
}
