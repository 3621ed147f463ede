import { rowsOf } from './rows-of.ts'
import type { Db, Tables } from './schema.ts'

/**
 * Adds many rows at once, all with the same columns, and brings counts and search up to date once instead of for each
 * row. For sample data and the like, in a transaction; it writes no activity.
 */
export async function insertMany<Table extends keyof Tables>(
  db: Db,
  table: Table,
  rows: Partial<Record<keyof Tables[Table], unknown>>[],
) {
  const [first] = rows
  if (!first) return
  const columns = Object.keys(first)
  const values = columns.map((_, place) => `value ->> ${place}`).join(', ')
  const cells = rows.map((row) => columns.map((column) => row[column as keyof Tables[Table]]))

  const triggers = await schemaOf(db, 'trigger', table)
  for (const { name } of triggers) await rowsOf(db, `drop trigger ${name}`, [])
  await rowsOf(db, `insert into ${table} (${columns.join(', ')}) select ${values} from json_each(?)`, [
    JSON.stringify(cells),
  ])
  for (const { sql } of triggers) await rowsOf(db, sql, [])

  const [search] = await schemaOf(db, 'table', `${table}_search`)
  if (search) await rowsOf(db, `insert into ${search.name} (${search.name}) values ('rebuild')`, [])
  const deleted = rows.filter((row) => 'is_deleted' in row && row.is_deleted === 1).length
  await rowsOf(
    db,
    'update record_counts set active = active + ?, deleted = deleted + ?, stamp = stamp + 1 where table_name = ?',
    [rows.length - deleted, deleted, table],
  )
}

const schemaOf = (db: Db, type: 'trigger' | 'table', table: string) =>
  rowsOf<{ name: string; sql: string }>(db, 'select name, sql from sqlite_master where type = ? and tbl_name = ?', [
    type,
    table,
  ])
