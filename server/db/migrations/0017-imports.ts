import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'
import { createSortIndex } from './frozen/record-table.ts'

/** What other systems call dealers, models and RVs, and the rehearsals of imports with the rows that they read. */
export async function imports(db: MigrationDb) {
  for (const table of ['dealers', 'models', 'rvs']) {
    await db.schema.alterTable(table).addColumn('external_id', 'text').execute()
    await createSortIndex(db, table, 'external_id')
  }
  for (const text of [
    `create table import_rehearsals (
       id text primary key, actor_id text not null references admins (id), record_type text not null,
       file_name text not null, heads text not null, mapping text not null, state text not null, problem text,
       rows_read integer not null, rows_checked integer not null,
       new_count integer not null, changed_count integer not null,
       unchanged_count integer not null, refused_count integer not null,
       change_id text, created_at text not null, alive_at text not null)`,
    'create index import_rehearsals_of_actor on import_rehearsals (actor_id, created_at)',
    `create table import_rows (
       rehearsal_id text not null references import_rehearsals (id) on delete cascade, line integer not null,
       cells text not null, outcome text, record_id text, version integer, title text,
       changes text, errors text, place text, primary key (rehearsal_id, line))`,
    'create index import_rows_by_outcome on import_rows (rehearsal_id, outcome, line)',
  ])
    await sql.raw(text).execute(db)
}
