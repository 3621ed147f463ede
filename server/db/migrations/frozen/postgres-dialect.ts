import { sql } from 'kysely'
import type { Dialect } from './dialect-type.ts'
import type { MigrationDb } from './migration-db.ts'

/** How the migrations build tables on PostgreSQL. */
export const postgresDialect: Dialect = {
  numbered: (column) => column.generatedByDefaultAsIdentity().primaryKey(),
  computed: (from) => (column) => column.generatedAlwaysAs(sql.raw(from)).stored(),
  countRecords,
  countRows,
  stampChangesOf,
  dropSearchIndex: (db, table) => db.schema.dropIndex(`${table}_search`).execute(),
  createSearchIndex,
  indexed,
}

async function countRecords(db: MigrationDb, table: string) {
  await startCounting(db, table)
  await trigger(db, `${table}_counts_insert`, `insert on ${table} referencing new table as new_rows`, 'count_inserted')
  await trigger(
    db,
    `${table}_counts_update`,
    `update on ${table} referencing old table as old_rows new table as new_rows`,
    'count_updated',
  )
  await trigger(db, `${table}_counts_delete`, `delete on ${table} referencing old table as old_rows`, 'count_deleted')
}

async function countRows(db: MigrationDb, table: string) {
  await run(db, `insert into record_count_slots select '${table}', 0, count(*), 0, 0 from ${table}`)
  await trigger(db, `${table}_counts_insert`, `insert on ${table} referencing new table as new_rows`, 'count_rows')
}

async function stampChangesOf(db: MigrationDb, table: string, column: string) {
  await startCounting(db, table)
  await trigger(db, `${table}_stamp`, `update of ${column} on ${table}`, 'move_stamp')
}

const startCounting = (db: MigrationDb, table: string) =>
  sql`insert into record_count_slots values (${table}, 0, 0, 0, 0)`.execute(db)

async function createSearchIndex(db: MigrationDb, table: string, columns: string[]) {
  await run(db, 'create extension if not exists pg_trgm')
  const parts = columns.map((column) => `${column} gin_trgm_ops`).join(', ')
  await run(db, `create index ${table}_search on ${table} using gin (${parts})`)
}

async function indexed(db: MigrationDb, table: string, column: string) {
  const { rows } = await sql`
    select from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and column_name = ${column} and is_nullable = 'YES'
  `.execute(db)
  return rows.length ? `${column} nulls first` : column
}

const trigger = (db: MigrationDb, name: string, when: string, work: string) =>
  run(db, `create trigger ${name} after ${when} for each statement execute function ${work}()`)

const run = (db: MigrationDb, text: string) => sql.raw(text).execute(db)
