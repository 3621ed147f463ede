import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import type { Chunks, Engine } from './engine.ts'
import { rawQuery } from './raw-query.ts'
import type { Db, Tables } from './schema.ts'
import { stripNul } from './strip-nul.ts'

/** PostgreSQL: many writers, several servers, trigram indexes that the planner finds by itself. */
export const postgresEngine: Engine = {
  transaction: (db, work) => limit(() => withRetries(db, work)),
  withSetupLock,
  tryLockKey,
  skipsLocked: true,
  rowsOffThread: rawQuery,
  orderedJoin: (outer, inner, on) => `${outer} inner join ${inner} on ${on}`,
  textsFromJson: '(select value from json_array_elements_text(?::json))',
  hasSearchTable: false,
  rowKey: 'id',
  numbered: (column) => column.generatedByDefaultAsIdentity().primaryKey(),
  computed: (from) => (column) => column.generatedAlwaysAs(sql.raw(from)).stored(),
  createRecordCounts,
  countRecords,
  countRows,
  stampChangesOf,
  createSearchIndex,
  indexed,
  fill,
}

const MAX_ATTEMPTS = 30
const LONGEST_PAUSE = 200
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const UNIQUE_VIOLATION = '23505'

// More concurrent writers only conflict with each other and leave no connections for readers.
const limit = pLimit(6)

// Transactions are serializable, as on SQLite, where they run one after the other. One that PostgreSQL rejects
// because of a conflict runs again. So does one that violated a unique index: the rules then see the duplicate and
// refuse it with their own message.
async function withRetries<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts++) {
    try {
      return await db.transaction().setIsolationLevel('serializable').execute(work)
    } catch (error) {
      if (!mayRetry(error, attempts)) throw error
      await setTimeout(Math.random() * Math.min(LONGEST_PAUSE, 2 ** attempts))
    }
  }
}

function mayRetry(error: unknown, attempts: number) {
  const { code } = error as { code?: string }
  if (code === UNIQUE_VIOLATION) return attempts < 3
  return (code === SERIALIZATION_FAILURE || code === DEADLOCK) && attempts < MAX_ATTEMPTS
}

const TURN_LOCK = 7_235_641

// Read committed, so that it sees what was committed while it waited for the lock.
function withSetupLock<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (db) => {
      await sql`set local lock_timeout = 0`.execute(db)
      await sql`select pg_advisory_xact_lock(${sql.lit(TURN_LOCK)})`.execute(db)
      return work(db)
    })
}

async function tryLockKey(db: Db, key: string) {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as held`.execute(db)
  return rows[0]?.held === true
}

/** Each connection counts in a row of its own, so that concurrent writers do not wait for one counter. */
const SLOTS = 256

async function createRecordCounts(db: Db) {
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
  const deletedIn = (rows: string) => `(select coalesce(sum(is_deleted), 0) from ${rows})`
  await createCounter(db, 'count_inserted', 'new_rows', deletedIn('new_rows'), ['changed - gone', 'gone'])
  const turned = `${deletedIn('new_rows')} - ${deletedIn('old_rows')}`
  await createCounter(db, 'count_updated', 'new_rows', turned, ['- gone', 'gone'])
  await createCounter(db, 'count_deleted', 'old_rows', deletedIn('old_rows'), ['gone - changed', '- gone'])
  await createCounter(db, 'count_rows', 'new_rows', '0', ['changed', '0'])
  await run(
    db,
    `create function move_stamp() returns trigger as $$
     begin
       perform move_record_count(tg_table_name, 0, 0);
       return null;
     end $$ language plpgsql`,
  )
}

/**
 * A trigger function that moves the counts of active and deleted records, given as SQL over `changed` and `gone` rows.
 */
const createCounter = (db: Db, name: string, rows: string, gone: string, [active, deleted]: [string, string]) =>
  run(
    db,
    `create function ${name}() returns trigger as $$
     declare
       changed bigint := (select count(*) from ${rows});
       gone bigint := ${gone};
     begin
       if changed > 0 then perform move_record_count(tg_table_name, ${active}, ${deleted}); end if;
       return null;
     end $$ language plpgsql`,
  )

async function countRecords(db: Db, table: string) {
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

async function countRows(db: Db, table: string) {
  await startCounting(db, table)
  await trigger(db, `${table}_counts_insert`, `insert on ${table} referencing new table as new_rows`, 'count_rows')
}

async function stampChangesOf(db: Db, table: string, column: string) {
  await startCounting(db, table)
  await trigger(db, `${table}_stamp`, `update of ${column} on ${table}`, 'move_stamp')
}

const startCounting = (db: Db, table: string) =>
  sql`insert into record_count_slots values (${table}, 0, 0, 0, 0)`.execute(db)

async function createSearchIndex(db: Db, table: string, columns: string[]) {
  await run(db, 'create extension if not exists pg_trgm')
  const parts = columns.map((column) => `${column} gin_trgm_ops`).join(', ')
  await run(db, `create index ${table}_search on ${table} using gin (${parts})`)
}

async function indexed(db: Db, table: string, column: string) {
  const { rows } = await sql`
    select from information_schema.columns
    where table_schema = current_schema() and table_name = ${table} and column_name = ${column} and is_nullable = 'YES'
  `.execute(db)
  return rows.length ? `${column} nulls first` : column
}

async function fill(db: Db, table: keyof Tables, columns: string[], chunks: Chunks, anew: boolean) {
  const indexes = anew ? await indexesOf(db, table) : []
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db)
  const list = sql.join(columns.map((column) => sql.ref(column)))
  for await (const rows of chunks) {
    await sql`insert into ${sql.table(table)} (${list})
      select ${list} from json_populate_recordset(null::${sql.table(table)}, ${stripNul(JSON.stringify(rows))}::json)
    `.execute(db)
  }
  if (indexes.length) await run(db, `set local maintenance_work_mem = '256MB'`)
  for (const { definition } of indexes) await run(db, definition)
  if (anew) await run(db, `analyze ${table}`)
  if (columns.includes('seq')) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'seq'), coalesce(max(seq), 0) + 1, false)
      from ${sql.table(table)}`.execute(db)
  }
}

async function indexesOf(db: Db, table: string) {
  const { rows } = await sql<{ name: string; definition: string }>`
    select relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = ${table}::regclass and not exists (select from pg_constraint where conindid = indexrelid)
  `.execute(db)
  return rows
}

const trigger = (db: Db, name: string, when: string, work: string) =>
  run(db, `create trigger ${name} after ${when} for each statement execute function ${work}()`)

const run = (db: Db, text: string) => sql.raw(text).execute(db)
