import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

/** Notes of each stored file how long it is, and what is in it; null in both until somebody has looked. */
export async function storedFiles(db: MigrationDb) {
  const text = isPostgres(db) ? 'text collate pg_catalog."C"' : 'text'
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`create table stored_files (
    name ${text} primary key, bytes integer, sha256 text, is_missing integer not null default 0)`)
  await run('create index stored_files_unread on stored_files (name) where bytes is null and is_missing = 0')
}
