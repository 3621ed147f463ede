import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** How the file of a rehearsal was read, what its rows warn of, and the columns that each administrator chose for such heads. */
export async function readings(db: MigrationDb) {
  for (const text of [
    `alter table import_rehearsals add column reading text not null default '{}'`,
    'alter table import_rehearsals add column match_by text',
    'alter table import_rows add column notes text',
    'alter table import_rows add column warnings text',
    'alter table import_rows add column same_as integer',
    `create table import_mappings (
       actor_id text not null references admins (id), record_type text not null, heads text not null,
       mapping text not null, used_at text not null, primary key (actor_id, record_type, heads))`,
  ])
    await sql.raw(text).execute(db)
}
