import { type CreateTableBuilder, sql } from 'kysely'
import type { Db } from './schema.ts'

type Columns<Table extends string> = (table: CreateTableBuilder<Table, never>) => CreateTableBuilder<Table, string>

/**
 * Creates a table of records: the shared columns, the resource's own `columns`, and the upkeep of `record_counts`.
 * For migrations.
 */
export async function createRecordTable<Table extends string>(db: Db, table: Table, columns: Columns<Table>) {
  const shared = db.schema
    .createTable(table)
    .addColumn('seq', 'integer', (column) => column.primaryKey())
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('is_deleted', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
  await columns(shared as unknown as CreateTableBuilder<Table, never>).execute()
  await run(db, `create index ${table}_by_is_deleted on ${table} (is_deleted, id)`)
  await countRecords(db, table)
}

async function countRecords(db: Db, table: string) {
  await db.insertInto('record_counts').values({ table_name: table, active: 0, deleted: 0, stamp: 0 }).execute()
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

/** Counts the rows of a table that is only ever added to and holds no records. For migrations. */
export async function countRows(db: Db, table: string) {
  await db.insertInto('record_counts').values({ table_name: table, active: 0, deleted: 0, stamp: 0 }).execute()
  const count = `update record_counts set active = active + 1, stamp = stamp + 1 where table_name = '${table}'`
  await trigger(db, `${table}_counts_insert`, `after insert on ${table}`, count)
}

/**
 * Gives a table that holds no records a stamp, which moves when `column` changes: lists that show it notice.
 * For migrations.
 */
export async function stampChangesOf(db: Db, table: string, column: string) {
  await db.insertInto('record_counts').values({ table_name: table, active: 0, deleted: 0, stamp: 0 }).execute()
  const move = `update record_counts set stamp = stamp + 1 where table_name = '${table}'`
  await trigger(db, `${table}_stamp`, `after update of ${column} on ${table}`, move)
}

/**
 * Makes `columns` of a record table searchable by any part of their text, through a trigram index that triggers
 * keep up to date. For migrations. The lists find it under the name `{table}_search`.
 */
export async function createSearchIndex(db: Db, table: string, columns: string[]) {
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

/**
 * Makes a record table sortable by `column`, ties broken by id: one index for all rows, and a small one for the
 * deleted rows, which are few and would otherwise have to be looked for. For migrations.
 */
export async function createSortIndex(db: Db, table: string, column: string) {
  await run(db, `create index ${table}_by_${column} on ${table} (${column}, id)`)
  await run(db, `create index ${table}_deleted_by_${column} on ${table} (${column}, id) where is_deleted = 1`)
}

/** Makes sure that no two records that are not deleted share the values of `columns`. For migrations. */
export const createTwinGuard = (db: Db, table: string, columns: string[]) =>
  run(db, `create unique index ${table}_twins on ${table} (${columns.join(', ')}) where is_deleted = 0`)

const trigger = (db: Db, name: string, when: string, body: string) =>
  run(db, `create trigger ${name} ${when} begin ${body}; end`)

const run = (db: Db, text: string) => sql.raw(text).execute(db)
