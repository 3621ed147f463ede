import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { MINUTE } from '../../clock.ts'
import { readQuery } from '../raw-query.ts'
import type { Db } from '../schema.ts'
import type { Chunks, Engine } from './engine-types.ts'
import { commitTogether } from './group-commit.ts'
import { readersOf } from './readers.ts'

/** Overwrites what is replaced or deleted in pages that are written anyway. */
export const SECURE_DELETE = 'fast'

/** SQLite: one writer at a time, trigram tables that triggers keep up to date. */
export const sqliteEngine: Engine = {
  transaction: commitTogether,
  transactionAlone: (db, work) => db.transaction().execute(work),
  withSetupLock: (db, work) => withPatience(db, (db) => db.transaction().execute(work)),
  withSchemaLock,
  // Only this process uses the file, and it knows which calls it is running.
  tryLockKey: async () => true,
  skipsLocked: false,
  rowsOffThread: (db, text, values) => readersOf(db)?.rows(text, values) ?? readQuery(db, text, values),
  jsonOffThread: async (db, text, values) =>
    readersOf(db)?.json(text, values) ?? JSON.stringify(await readQuery(db, text, values)),
  apart: ' limit -1',
  // In SQLite `cross join` fixes the order of the tables.
  orderedJoin: (outer, inner, on, index) =>
    `${outer} ${index ? `indexed by ${index} ` : ''}cross join ${inner} on ${on}`,
  fromIndex: (table, index) => `${table} indexed by ${index}`,
  inSeqOrder: (table) => `${table} not indexed`,
  // There is only one writer.
  nextChange: '(select coalesce(max(seq), 0) + 1 from changes)',
  textsFromJson: '(select value from json_each(?))',
  rowsFromJson: 'json_each(?) as asked',
  hasSearchTable: true,
  rowKey: 'seq',
  keepStatistics,
  giveBackPages,
  withoutRemains,
  clearRemains,
  // Replaced content is overwritten immediately.
  rewrite: async () => {},
  fill,
}

// All tables, whether or not this connection has queried them; reads a part of each (analysis_limit).
async function keepStatistics(db: Db) {
  const { rows: outdated } = await sql`pragma optimize = 0x10003`.execute(db)
  if (!outdated.length) return
  await db.transaction().execute(async (db) => {
    await run(db, 'pragma optimize = 0x10002')
    // Those who read over other connections would plan by the former statistics until the schema changes.
    await run(db, 'create view statistics_changed as select 1')
    await run(db, 'drop view statistics_changed')
  })
}

/** The share of pages that stays free for growth. */
const LEFT_FREE = 0.05

async function giveBackPages(db: Db, most: number, leftFree = LEFT_FREE) {
  const [size] = await readQuery<{ free: number; all: number; mode: number }>(
    db,
    `select freelist_count as free, page_count as "all", auto_vacuum as mode
     from pragma_freelist_count, pragma_page_count, pragma_auto_vacuum`,
    [],
  )
  // A former release's database keeps its size.
  if (!size || size.mode === 0) return 0
  const pages = Math.min(most, Math.floor(size.free - size.all * leftFree))
  for (let given = 0; given < pages; given++) await sql`pragma incremental_vacuum(1)`.execute(db)
  return Math.max(pages, 0)
}

// The search indexes of names and notes hold trigrams, in which nobody can read a word; their own secure-delete would
// scan all of them, for seconds if many notes are alike.
async function withoutRemains<Result>(db: Db, work: () => Promise<Result>) {
  await run(db, 'pragma secure_delete = on')
  try {
    return await work()
  } finally {
    await run(db, `pragma secure_delete = ${SECURE_DELETE}`)
  }
}

/** In milliseconds: how long to wait for others who still read the log. */
const LOG_PATIENCE = 100
const LOG_TRIES = 20

async function clearRemains(db: Db) {
  for (let tries = 1; tries <= LOG_TRIES; tries++) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db)
    if (rows[0]?.busy !== 1) return
    await setTimeout(LOG_PATIENCE)
  }
  throw new Error('the log is in use, and could not be emptied')
}

const START_PATIENCE_MS = MINUTE
/**
 * The event loop stands still meanwhile: the rest of the wait for another writing process is in yielding-dialect.ts.
 */
export const BUSY_TIMEOUT_MS = 20

// Another server that is also starting may be in a long step; no call is waiting yet.
function withPatience<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db.connection().execute(async (db) => {
    await sql`pragma busy_timeout = ${sql.lit(START_PATIENCE_MS)}`.execute(db)
    try {
      return await work(db)
    } finally {
      await sql`pragma busy_timeout = ${sql.lit(BUSY_TIMEOUT_MS)}`.execute(db)
    }
  })
}

// Changing a table means replacing it with a new one, and dropping the old one would empty those that refer to it.
// Inside a transaction the switch has no effect.
function withSchemaLock<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return withPatience(db, async (db) => {
    await sql`pragma foreign_keys = off`.execute(db)
    try {
      return await db.transaction().execute(async (db) => {
        const result = await work(db)
        await refuseMissing(db)
        return result
      })
    } finally {
      await sql`pragma foreign_keys = on`.execute(db)
    }
  })
}

async function refuseMissing(db: Db) {
  const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(db)
  const [first] = rows
  if (first)
    throw new Error(`${rows.length} rows would refer to rows that are missing (${first.table} to ${first.parent})`)
}

/**
 * Triggers that can handle any number of rows, so they stay while a table is filled: what they record would be missing.
 */
const STAYS = /_by_day$|_name_words_insert$|_synced_insert$/

// Other triggers are dropped meanwhile; counts and search are rebuilt once at the end.
async function fill(db: Db, table: string, columns: string[], chunks: Chunks, bulk: boolean) {
  const values = columns.map((_, place) => `value ->> ${place}`).join(', ')
  const insert = sql.raw(`insert into ${table} (${columns.join(', ')}) select ${values}`)
  const triggers = (await schemaOf(db, 'trigger', table)).filter(({ name }) => !STAYS.test(name))
  const indexes = bulk ? await schemaOf(db, 'index', table) : []
  for (const { name } of triggers) await run(db, `drop trigger ${name}`)
  for (const { name } of indexes) await run(db, `drop index ${name}`)
  for await (const rows of chunks) {
    const cells = rows.map((row) => columns.map((column) => row[column]))
    await sql`${insert} from json_each(${JSON.stringify(cells)})`.execute(db)
  }
  for (const { sql } of [...indexes, ...triggers]) await run(db, sql)

  for (const name of [`${table}_search`, `${table}_words`]) {
    const [search] = await schemaOf(db, 'table', name)
    if (search) await run(db, `insert into ${name} (${name}) values ('rebuild')`)
  }
  const counts = triggers.some(({ name }) => name === `${table}_counts_insert`)
  await (counts ? countAnew(db, table, columns.includes('is_deleted')) : moveStamp(db, table))
  if (bulk) await run(db, `analyze ${table}`)
}

// A table listed only by its stamp has no count: one that no trigger maintains would be wrong after the next row.
const moveStamp = (db: Db, table: string) =>
  run(db, `update record_counts set stamp = stamp + 1 where table_name = '${table}'`)

const countAnew = (db: Db, table: string, hasDeleted: boolean) =>
  run(
    db,
    `update record_counts set stamp = stamp + 1,
       active = (select count(*) from ${table} ${hasDeleted ? 'where is_deleted = 0' : ''}),
       deleted = (select count(*) from ${table} where ${hasDeleted ? 'is_deleted = 1' : '1 = 0'})
     where table_name = '${table}'`,
  )

async function schemaOf(db: Db, type: 'trigger' | 'index' | 'table', table: string) {
  const found = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_master where type = ${type} and tbl_name = ${table} and sql is not null`.execute(db)
  return found.rows
}

const run = (db: Db, text: string) => sql.raw(text).execute(db)
