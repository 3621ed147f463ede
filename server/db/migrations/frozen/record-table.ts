import { type CreateTableBuilder, sql } from 'kysely'
import { dialectOf } from './dialect.ts'
import type { MigrationDb } from './migration-db.ts'

/** The columns of a record table beyond the shared ones. */
export type Columns<Table extends string> = (
  table: CreateTableBuilder<Table, never>,
) => CreateTableBuilder<Table, string>

/** Creates a record table without its index and triggers. */
export async function createColumns<Table extends string>(db: MigrationDb, table: Table, columns: Columns<Table>) {
  const shared = db.schema
    .createTable(table)
    .addColumn('seq', 'integer', dialectOf(db).numbered)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('is_deleted', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
  await columns(shared as unknown as CreateTableBuilder<Table, never>).execute()
}

/**
 * Creates a table of records with the shared columns, the resource's own `columns`, and the triggers for
 * `record_counts`.
 */
export async function createRecordTable<Table extends string>(db: MigrationDb, table: Table, columns: Columns<Table>) {
  await createColumns(db, table, columns)
  await run(db, `create index ${table}_by_is_deleted on ${table} (is_deleted, id)`)
  await dialectOf(db).countRecords(db, table)
}

/** Counts the rows of an append-only table that holds no records. */
export const countRows = (db: MigrationDb, table: string) => dialectOf(db).countRows(db, table)

/**
 * Gives a table that holds no records a stamp, which moves when `column` changes, so that lists showing it notice.
 */
export const stampChangesOf = (db: MigrationDb, table: string, column: string) =>
  dialectOf(db).stampChangesOf(db, table, column)

/**
 * Makes `columns` of a record table searchable by substring, through a trigram index named `{table}_search` that the
 * database keeps up to date.
 */
export const createSearchIndex = (db: MigrationDb, table: string, columns: string[]) =>
  dialectOf(db).createSearchIndex(db, table, columns)

/** Replaces the search index of a record table by one of `columns`, over the rows that are there. */
export async function replaceSearchIndex(db: MigrationDb, table: string, columns: string[]) {
  await dialectOf(db).dropSearchIndex(db, table)
  await createSearchIndex(db, table, columns)
}

/**
 * Makes a record table sortable by `column`, then id: one index for all rows, and a small partial one for the few
 * deleted rows.
 */
export async function createSortIndex(db: MigrationDb, table: string, column: string) {
  const terms = `${await dialectOf(db).indexed(db, table, column)}, id`
  await run(db, `create index ${table}_by_${column} on ${table} (${terms})`)
  await run(db, `create index ${table}_deleted_by_${column} on ${table} (${terms}) where is_deleted = 1`)
}

/** Makes `columns` unique among records that are not deleted. */
export const createUniqueActiveIndex = (db: MigrationDb, table: string, columns: string[]) =>
  run(db, `create unique index ${table}_twins on ${table} (${columns.join(', ')}) where is_deleted = 0`)

const run = (db: MigrationDb, text: string) => sql.raw(text).execute(db)
