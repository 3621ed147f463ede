import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** Keeps which numbers a move passed on to other records, which it does not touch otherwise. */
export async function renumbered(db: MigrationDb) {
  const run = (text: string) => sql.raw(text).execute(db)
  await run(`create table renumbered (
    id text primary key, change_id text not null, table_name text not null, record_id text not null,
    seq_before bigint not null, seq_after bigint not null)`)
  await run('create index renumbered_of_record on renumbered (record_id, id)')
}
