import type { Db, Tables } from '../schema.ts'
import { engineOf } from './engine.ts'
import type { Chunks } from './engine-types.ts'

type Row<Table extends keyof Tables> = Partial<Record<keyof Tables[Table], unknown>>

/**
 * Inserts many rows with the same columns and updates counts and search indexes once instead of for each row. Writes
 * no activity; meant for sample data, in a transaction.
 */
export async function insertMany<Table extends keyof Tables>(db: Db, table: Table, rows: Row<Table>[]) {
  const [first] = rows
  if (first) await engineOf(db).fill(db, table, Object.keys(first), [rows], false)
}

/**
 * The same for more rows than fit into memory or are already in the table: indexes are dropped and rebuilt, which takes
 * a fraction of the time. `columns` are those of each row.
 */
export const fillTable = (db: Db, table: keyof Tables, columns: string[], chunks: Chunks) =>
  engineOf(db).fill(db, table, columns, chunks, true)
