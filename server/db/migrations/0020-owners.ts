import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** Owners say where they live, change their address, mark maintenance as done, and delete messages from their inbox. */
export async function owners(db: MigrationDb) {
  for (const text of [
    'alter table maintenance_items add column done_at text',
    "alter table users add column state text not null default ''",
    "alter table users add column zip text not null default ''",
    'alter table users add column new_email text',
    'alter table notification_recipients add column removed_at text',
  ])
    await sql.raw(text).execute(db)
}
