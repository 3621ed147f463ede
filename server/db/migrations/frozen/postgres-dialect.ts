import { sql } from 'kysely'
import type { Dialect } from './dialect.ts'
import type { MigrationDb } from './migration-db.ts'

/** How the migrations build tables on PostgreSQL. */
export const postgresDialect: Dialect = {
  numbered: (column) => column.generatedByDefaultAsIdentity().primaryKey(),
  computed: (from) => (column) => column.generatedAlwaysAs(sql.raw(from)).stored(),
  createRecordCounts,
  countRecords,
  countRows,
  stampChangesOf,
  createSearchIndex,
  indexed,
}

/** Each connection counts in a row of its own, so that concurrent writers do not wait for one counter. */
const SLOTS = 256

async function createRecordCounts(db: MigrationDb) {
  await run(
    db,
    `create table record_count_slots (
       table_name text collate "C" not null, slot integer not null,
       active bigint not null, deleted bigint not null, stamp bigint not null,
       primary key (table_name, slot)
     ) with (fillfactor = 50)`,
  )
  await run(
    db,
    `create view record_counts as
     select table_name, sum(active)::bigint as active, sum(deleted)::bigint as deleted, sum(stamp)::bigint as stamp
     from record_count_slots group by table_name`,
  )
  await run(
    db,
    `create function move_record_count(counted text, more_active bigint, more_deleted bigint) returns void as $$
       insert into record_count_slots as kept
       values (counted, pg_backend_pid() % ${SLOTS}, more_active, more_deleted, 1)
       on conflict (table_name, slot) do update set
         active = kept.active + more_active, deleted = kept.deleted + more_deleted, stamp = kept.stamp + 1
     $$ language sql`,
  )
  await createCounters(db)
  await run(
    db,
    `create function move_stamp() returns trigger as $$
     begin
       perform move_record_count(tg_table_name, 0, 0);
       return null;
     end $$ language plpgsql`,
  )
}

/** The trigger functions that count records and rows, in place of those that are there. */
export async function createCounters(db: MigrationDb) {
  const deletedIn = (rows: string) => `(select coalesce(sum(is_deleted), 0) from ${rows})`
  await createCounter(db, 'count_inserted', 'new_rows', deletedIn('new_rows'), ['changed - gone', 'gone'])
  const turned = `${deletedIn('new_rows')} - ${deletedIn('old_rows')}`
  await createCounter(db, 'count_updated', 'new_rows', turned, ['- gone', 'gone'])
  await createCounter(db, 'count_deleted', 'old_rows', deletedIn('old_rows'), ['gone - changed', '- gone'])
  await createCounter(db, 'count_rows', 'new_rows', '0', ['changed', '0'])
}

/**
 * A trigger function that moves the counts of active and deleted records, given as SQL over `changed` and `gone` rows.
 */
const createCounter = (
  db: MigrationDb,
  name: string,
  rows: string,
  gone: string,
  [active, deleted]: [string, string],
) =>
  run(
    db,
    `create or replace function ${name}() returns trigger as $$
     declare
       changed bigint := (select count(*) from ${rows});
       gone bigint := ${gone};
     begin
       if changed > 0 then perform move_record_count(tg_table_name, ${active}, ${deleted}); end if;
       return null;
     end $$ language plpgsql`,
  )

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
