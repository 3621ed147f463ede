import { sql } from 'kysely'
import type { MigrationDb } from './migration-db.ts'
import { type Columns, createColumns } from './record-table.ts'

/**
 * SQLite only, which cannot change a column: replaces a record table by one with the shared columns and `columns`, with
 * its rows, indexes and triggers. Values of columns that both have are kept; a new column needs a default. Other tables
 * may refer to it, because references are not checked while a migration that `rebuilds` runs; throws in any other. The
 * steps are in the order that keeps those references: renaming the old table would turn them to its new name.
 */
export async function rebuildRecordTable<Table extends string>(db: MigrationDb, table: Table, columns: Columns<Table>) {
  // Dropping the table would delete the rows that refer to it.
  const { rows: checked } = await sql<{ foreign_keys: number }>`pragma foreign_keys`.execute(db)
  if (checked[0]?.foreign_keys) throw new Error(`the migration of ${table} needs rebuilds: true`)
  const belongings = await sql<{ sql: string }>`
    select sql from sqlite_master where tbl_name = ${table} and type in ('index', 'trigger') and sql is not null
    order by rowid`.execute(db)
  const anew: string = `${table}_anew`
  await createColumns(db, anew, columns as Columns<string>)
  const kept = await columnsInBoth(db, table, anew)
  await run(db, `insert into ${anew} (${kept}) select ${kept} from ${table}`)
  await run(db, `drop table ${table}`)
  await run(db, `alter table ${anew} rename to ${table}`)
  for (const { sql } of belongings.rows) await run(db, sql)
}

async function columnsInBoth(db: MigrationDb, table: string, anew: string) {
  const { rows } = await sql<{ name: string }>`
    select name from pragma_table_info(${table}) intersect select name from pragma_table_info(${anew})`.execute(db)
  return rows.map(({ name }) => name).join(', ')
}

const run = (db: MigrationDb, text: string) => sql.raw(text).execute(db)
