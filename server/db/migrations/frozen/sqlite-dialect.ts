import { sql } from 'kysely'
import type { Dialect } from './dialect-type.ts'
import type { MigrationDb } from './migration-db.ts'

/** How the migrations build tables on SQLite. */
export const sqliteDialect: Dialect = {
  numbered: (column) => column.primaryKey(),
  computed: (from) => (column) => column.generatedAlwaysAs(sql.raw(from)),
  countRecords,
  countRows,
  stampChangesOf,
  dropSearchIndex,
  createSearchIndex,
  indexed: async (_db, _table, column) => column,
}

async function countRecords(db: MigrationDb, table: string) {
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

async function countRows(db: MigrationDb, table: string) {
  await run(db, `insert into record_counts select '${table}', count(*), 0, 0 from ${table}`)
  const count = `update record_counts set active = active + 1, stamp = stamp + 1 where table_name = '${table}'`
  await trigger(db, `${table}_counts_insert`, `after insert on ${table}`, count)
}

async function stampChangesOf(db: MigrationDb, table: string, column: string) {
  await startCounting(db, table)
  const move = `update record_counts set stamp = stamp + 1 where table_name = '${table}'`
  await trigger(db, `${table}_stamp`, `after update of ${column} on ${table}`, move)
}

const startCounting = (db: MigrationDb, table: string) =>
  db.insertInto('record_counts').values({ table_name: table, active: 0, deleted: 0, stamp: 0 }).execute()

async function dropSearchIndex(db: MigrationDb, table: string) {
  for (const event of ['insert', 'update', 'delete']) await run(db, `drop trigger ${table}_search_${event}`)
  await db.schema.dropTable(`${table}_search`).execute()
}

async function createSearchIndex(db: MigrationDb, table: string, columns: string[]) {
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
  // What the table holds already must be in the index, or the first edit of such a row finds it corrupt.
  await run(db, `insert into ${search} (${search}) values ('rebuild')`)
}

const trigger = (db: MigrationDb, name: string, when: string, body: string) =>
  run(db, `create trigger ${name} ${when} begin ${body}; end`)

const run = (db: MigrationDb, text: string) => sql.raw(text).execute(db)
