import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import pLimit from 'p-limit'
import { overloaded } from '../../errors.ts'
import { readQuery } from '../raw-query.ts'
import type { Db, Tables } from '../schema.ts'
import { stripNul } from '../strip-nul.ts'
import type { Chunks, Engine } from './engine-types.ts'

/** PostgreSQL: many writers, several servers, trigram indexes that the planner finds itself. */
export const postgresEngine: Engine = {
  transaction,
  transactionAlone: transaction,
  withSetupLock,
  // PostgreSQL changes tables in place, and does not drop one that others refer to.
  withSchemaLock: withSetupLock,
  tryLockKey,
  skipsLocked: true,
  rowsOffThread: readQuery,
  jsonOffThread,
  apart: ' offset 0',
  orderedJoin: (outer, inner, on) => `${outer} inner join ${inner} on ${on}`,
  fromIndex: (table) => table,
  inSeqOrder: (table) => table,
  nextChange: `nextval(pg_get_serial_sequence('changes', 'seq'))`,
  textsFromJson: '(select value from json_array_elements_text(?::json))',
  rowsFromJson: 'json_array_elements(?::json) as asked',
  hasSearchTable: false,
  rowKey: 'id',
  keepStatistics,
  // Autovacuum does this.
  giveBackPages: async () => 0,
  // Only rewriting its tables would: see docs/privacy.md.
  withoutRemains: (_db, work) => work(),
  clearRemains: async () => {},
  rewrite,
  fill,
}

async function rewrite(db: Db, tables: readonly string[]) {
  await db.connection().execute(async (db) => {
    await sql`set statement_timeout = 0`.execute(db)
    try {
      for (const table of tables) await sql.raw(`vacuum (full) ${table}`).execute(db)
    } finally {
      await sql`reset statement_timeout`.execute(db)
    }
  })
}

const MAX_ATTEMPTS = 30
const LONGEST_PAUSE = 200
const SERIALIZATION_FAILURE = '40001'
const DEADLOCK = '40P01'
const UNIQUE_VIOLATION = '23505'
const LOCK_NOT_AVAILABLE = '55P03'

// More concurrent writers only conflict with each other and leave no connections for readers.
const limit = pLimit(6)

/** Once in so many attempts, nobody else may write records. */
const ALONE_EVERY = 5
/** In milliseconds: how long such an attempt waits for current writers, while new ones wait behind it. */
const PATIENCE = 300

function transaction<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return limit(() => withRetries(db, work))
}

// Transactions are serializable, as on SQLite, where they run one by one. One that PostgreSQL rejects because of a
// conflict runs again. So does one that violated a unique index: the rules then see the duplicate and refuse it with
// their own message. A call that never gets its turn is told that the server is busy.
async function withRetries<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  for (let attempts = 1; ; attempts++) {
    const isAlone = attempts % ALONE_EVERY === 0
    try {
      return await db
        .transaction()
        .setIsolationLevel('serializable')
        .execute(async (db) => {
          if (isAlone) await keepOthersOut(db)
          return work(db)
        })
    } catch (error) {
      if (!mayRetry(error, attempts)) throw isConflict(error) ? overloaded() : error
      await setTimeout(Math.random() * Math.min(LONGEST_PAUSE, 2 ** attempts))
    }
  }
}

class OthersWrite extends Error {}

// A long transaction would lose to many short ones forever. Whoever writes records starts with a row of this table.
// Locking before the first query does not count as reading.
async function keepOthersOut(db: Db) {
  await sql`set local lock_timeout = ${sql.lit(PATIENCE)}`.execute(db)
  await sql`lock table changes in share row exclusive mode`.execute(db).catch((error) => {
    throw codeOf(error) === LOCK_NOT_AVAILABLE ? new OthersWrite() : error
  })
  await sql`set local lock_timeout to default`.execute(db)
}

const codeOf = (error: unknown) => (error as { code?: string }).code

const isConflict = (error: unknown) =>
  error instanceof OthersWrite || [SERIALIZATION_FAILURE, DEADLOCK].includes(codeOf(error) ?? '')

const mayRetry = (error: unknown, attempts: number) =>
  codeOf(error) === UNIQUE_VIOLATION ? attempts < 3 : isConflict(error) && attempts < MAX_ATTEMPTS

async function jsonOffThread(db: Db, text: string, values: readonly (string | number)[]) {
  const query = `select coalesce(json_agg(found), '[]')::text as json from (${text}) as found`
  const [row] = await readQuery<{ json: string }>(db, query, values)
  return row?.json ?? '[]'
}

/** Rows. With fewer, any plan is fast. */
const MANY_CHANGES = 500
/** The least space that this many rows take, in bytes. */
const MANY_BYTES = 65_536

const SETUP_LOCK = 7_235_641

// Read committed, to see what was committed while it waited for the lock.
function withSetupLock<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db
    .transaction()
    .setIsolationLevel('read committed')
    .execute(async (db) => {
      await sql`set local lock_timeout = 0`.execute(db)
      await sql`select pg_advisory_xact_lock(${sql.lit(SETUP_LOCK)})`.execute(db)
      return work(db)
    })
}

async function tryLockKey(db: Db, key: string) {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${key}, 0)) as held`.execute(db)
  return rows[0]?.held === true
}

// Autovacuum does the same sooner or later, if it is on; a list must not take seconds until then. A crash loses the
// count of changes, and an upgrade of PostgreSQL all statistics: autovacuum then waits for changes.
async function keepStatistics(db: Db) {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
    where schemaname = current_schema() and (
      n_mod_since_analyze > ${sql.lit(MANY_CHANGES)}
        and (coalesce(last_analyze, last_autoanalyze) is null or n_mod_since_analyze > n_live_tup / 5)
      or pg_relation_size(relid) > ${sql.lit(MANY_BYTES)}
        and not exists (select 1 from pg_stats where schemaname = current_schema() and tablename = relname)
    )`.execute(db)
  for (const { name } of rows) await sql`analyze ${sql.table(name)}`.execute(db)
}

async function fill(db: Db, table: keyof Tables, columns: string[], chunks: Chunks, bulk: boolean) {
  const indexes = bulk ? await indexesOf(db, table) : []
  for (const { name } of indexes) await sql`drop index ${sql.id(name)}`.execute(db)
  const list = sql.join(columns.map((column) => sql.ref(column)))
  for await (const rows of chunks) {
    await sql`insert into ${sql.table(table)} (${list})
      select ${list} from json_populate_recordset(null::${sql.table(table)}, ${stripNul(JSON.stringify(rows))}::json)
    `.execute(db)
  }
  if (indexes.length) await run(db, `set local maintenance_work_mem = '256MB'`)
  for (const { definition } of indexes) await run(db, definition)
  if (bulk) await run(db, `analyze ${table}`)
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

const run = (db: Db, text: string) => sql.raw(text).execute(db)
