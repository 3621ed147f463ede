import { sql } from 'kysely'
import type { Chunks, Engine } from './engine.ts'
import { commitTogether } from './group-commit.ts'
import { rawQuery } from './raw-query.ts'
import { readersOf } from './readers.ts'
import type { Db } from './schema.ts'

/** SQLite: one writer at a time, trigram tables that triggers keep up to date. */
export const sqliteEngine: Engine = {
  transaction: commitTogether,
  withSetupLock: (db, work) => db.transaction().execute(work),
  // Only this process uses the file, and it knows which calls it is running.
  tryLockKey: async () => true,
  skipsLocked: false,
  rowsOffThread: (db, text, values) => readersOf(db)?.rows(text, values) ?? rawQuery(db, text, values),
  // In SQLite `cross join` fixes the order of the tables.
  orderedJoin: (outer, inner, on) => `${outer} cross join ${inner} on ${on}`,
  textsFromJson: '(select value from json_each(?))',
  hasSearchTable: true,
  rowKey: 'seq',
  numbered: (column) => column.primaryKey(),
  computed: (from) => (column) => column.generatedAlwaysAs(sql.raw(from)),
  createRecordCounts,
  countRecords,
  countRows,
  stampChangesOf,
  createSearchIndex,
  indexed: async (_db, _table, column) => column,
  fill,
}

async function createRecordCounts(db: Db) {
  await db.schema
    .createTable('record_counts')
    .addColumn('table_name', 'text', (column) => column.primaryKey())
    .addColumn('active', 'integer', (column) => column.notNull())
    .addColumn('deleted', 'integer', (column) => column.notNull())
    .addColumn('stamp', 'integer', (column) => column.notNull())
    .execute()
}

async function countRecords(db: Db, table: string) {
  await startCounting(db, table)
  const counts = (active: string, deleted: string) =>
    `update record_counts set active = active + ${active}, deleted = deleted + ${deleted}, stamp = stamp + 1
     where table_name = '${table}'`
  await trigger(
    db,
    `${table}_counts_insert`,
    `after insert on ${table}`,
    counts('1 - new.is_deleted', 'new.is_deleted'),
  )
  await trigger(
    db,
    `${table}_counts_update`,
    `after update on ${table}`,
    counts('old.is_deleted - new.is_deleted', 'new.is_deleted - old.is_deleted'),
  )
  await trigger(
    db,
    `${table}_counts_delete`,
    `after delete on ${table}`,
    counts('old.is_deleted - 1', '- old.is_deleted'),
  )
}

async function countRows(db: Db, table: string) {
  await startCounting(db, table)
  const count = `update record_counts set active = active + 1, stamp = stamp + 1 where table_name = '${table}'`
  await trigger(db, `${table}_counts_insert`, `after insert on ${table}`, count)
}

async function stampChangesOf(db: Db, table: string, column: string) {
  await startCounting(db, table)
  const move = `update record_counts set stamp = stamp + 1 where table_name = '${table}'`
  await trigger(db, `${table}_stamp`, `after update of ${column} on ${table}`, move)
}

const startCounting = (db: Db, table: string) =>
  db.insertInto('record_counts').values({ table_name: table, active: 0, deleted: 0, stamp: 0 }).execute()

async function createSearchIndex(db: Db, table: string, columns: string[]) {
  const search = `${table}_search`
  const list = columns.join(', ')
  const values = (row: 'old' | 'new') => columns.map((column) => `${row}.${column}`).join(', ')
  const insert = `insert into ${search} (rowid, ${list}) values (new.seq, ${values('new')})`
  const remove = `insert into ${search} (${search}, rowid, ${list}) values ('delete', old.seq, ${values('old')})`

  await run(
    db,
    `create virtual table ${search} using fts5(${list}, content='${table}', content_rowid='seq', tokenize='trigram')`,
  )
  await trigger(db, `${search}_insert`, `after insert on ${table}`, insert)
  await trigger(db, `${search}_delete`, `after delete on ${table}`, remove)
  await trigger(db, `${search}_update`, `after update of ${list} on ${table}`, `${remove}; ${insert}`)
}

// Triggers are dropped meanwhile; counts and search are rebuilt once at the end.
async function fill(db: Db, table: string, columns: string[], chunks: Chunks, anew: boolean) {
  const values = columns.map((_, place) => `value ->> ${place}`).join(', ')
  const insert = sql.raw(`insert into ${table} (${columns.join(', ')}) select ${values}`)
  const triggers = await schemaOf(db, 'trigger', table)
  const indexes = anew ? await schemaOf(db, 'index', table) : []
  for (const { name } of triggers) await run(db, `drop trigger ${name}`)
  for (const { name } of indexes) await run(db, `drop index ${name}`)
  for await (const rows of chunks) {
    const cells = rows.map((row) => columns.map((column) => row[column]))
    await sql`${insert} from json_each(${JSON.stringify(cells)})`.execute(db)
  }
  for (const { sql } of [...indexes, ...triggers]) await run(db, sql)

  const [search] = await schemaOf(db, 'table', `${table}_search`)
  if (search) await run(db, `insert into ${search.name} (${search.name}) values ('rebuild')`)
  await countAnew(db, table, columns.includes('is_deleted'))
  if (anew) await run(db, `analyze ${table}`)
}

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

const trigger = (db: Db, name: string, when: string, body: string) =>
  run(db, `create trigger ${name} ${when} begin ${body}; end`)

const run = (db: Db, text: string) => sql.raw(text).execute(db)
