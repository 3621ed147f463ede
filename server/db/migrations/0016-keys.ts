import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/**
 * The keys of programs. A program is a row of `admins` with the status PROGRAM, which nobody can sign in to, so that the
 * history can name it.
 */
export async function keys(db: MigrationDb) {
  await sql
    .raw(
      `create table program_keys (
         id text primary key references admins (id), secret_hash text not null unique, scope text not null,
         record_types text not null, addresses text not null, may text not null,
         made_by text not null references admins (id), created_at text not null, expires_at text not null,
         ended_at text, last_used_at text)`,
    )
    .execute(db)
}
