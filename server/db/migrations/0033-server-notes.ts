import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

/** What one server knows of the installation is noted for the others, who go on knowing it when that server is gone. */
export async function serverNotes(db: MigrationDb) {
  const text = isPostgres(db) ? 'text collate pg_catalog."C"' : 'text'
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`create table server_notes (
    name ${text} not null, server ${text} not null, noted_at ${text} not null, facts text not null,
    primary key (name, server))`)
  // What waits for a webhook that is paused is not kept for ever.
  await run('alter table webhook_states add column missed integer not null default 0')
}
