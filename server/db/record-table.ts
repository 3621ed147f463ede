import { type CreateTableBuilder, sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Db } from './schema.ts'

type Columns<Table extends string> = (table: CreateTableBuilder<Table, never>) => CreateTableBuilder<Table, string>

/**
 * Creates a table of records with the shared columns, the resource's own `columns`, and the triggers for
 * `record_counts`. For migrations.
 */
export async function createRecordTable<Table extends string>(db: Db, table: Table, columns: Columns<Table>) {
  const shared = db.schema
    .createTable(table)
    .addColumn('seq', 'integer', engineOf(db).numbered)
    .addColumn('id', 'text', (column) => column.notNull().unique())
    .addColumn('is_deleted', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
  await columns(shared as unknown as CreateTableBuilder<Table, never>).execute()
  await run(db, `create index ${table}_by_is_deleted on ${table} (is_deleted, id)`)
  await engineOf(db).countRecords(db, table)
}

/**
 * Creates `record_counts`: the number of records in each table, and a stamp that moves with each change. For
 * migrations.
 */
export const createRecordCounts = (db: Db) => engineOf(db).createRecordCounts(db)

/** Counts the rows of an append-only table that holds no records. For migrations. */
export const countRows = (db: Db, table: string) => engineOf(db).countRows(db, table)

/**
 * Gives a table that holds no records a stamp, which moves when `column` changes, so that lists showing it notice. For
 * migrations.
 */
export const stampChangesOf = (db: Db, table: string, column: string) => engineOf(db).stampChangesOf(db, table, column)

/**
 * Makes `columns` of a record table searchable by substring, through a trigram index named `{table}_search` that the
 * database keeps up to date. For migrations.
 */
export const createSearchIndex = (db: Db, table: string, columns: string[]) =>
  engineOf(db).createSearchIndex(db, table, columns)

/**
 * Makes a record table sortable by `column`, then id: one index for all rows, and a small partial one for the few
 * deleted rows. For migrations.
 */
export async function createSortIndex(db: Db, table: string, column: string) {
  const terms = `${await engineOf(db).indexed(db, table, column)}, id`
  await run(db, `create index ${table}_by_${column} on ${table} (${terms})`)
  await run(db, `create index ${table}_deleted_by_${column} on ${table} (${terms}) where is_deleted = 1`)
}

/** Makes `columns` unique among records that are not deleted. For migrations. */
export const createTwinGuard = (db: Db, table: string, columns: string[]) =>
  run(db, `create unique index ${table}_twins on ${table} (${columns.join(', ')}) where is_deleted = 0`)

const run = (db: Db, text: string) => sql.raw(text).execute(db)
