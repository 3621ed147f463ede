import { type Chunks, engineOf } from './engine.ts'
import type { Db, Tables } from './schema.ts'

type Row<Table extends keyof Tables> = Partial<Record<keyof Tables[Table], unknown>>

/**
 * Adds many rows at once, all with the same columns, and brings counts and search up to date once instead of for each
 * row. For sample data and the like, in a transaction; it writes no activity.
 */
export async function insertMany<Table extends keyof Tables>(db: Db, table: Table, rows: Row<Table>[]) {
  const [first] = rows
  if (first) await engineOf(db).fill(db, table, Object.keys(first), [rows], false)
}

/**
 * The same for more rows than memory should hold, or than are there already: indexes are taken away meanwhile and built
 * anew afterwards, which takes a fraction of the time. `columns` are those of each row.
 */
export const fillTable = (db: Db, table: keyof Tables, columns: string[], chunks: Chunks) =>
  engineOf(db).fill(db, table, columns, chunks, true)
