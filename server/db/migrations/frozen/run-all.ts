import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './migration-db.ts'

/** Runs statements one after the other. */
export async function runAll(db: MigrationDb, statements: readonly string[]) {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

/** The type of a text that is compared by code point, as a raw statement names it. */
export const textType = (db: MigrationDb) => (isPostgres(db) ? 'text collate pg_catalog."C"' : 'text')
