import { engineOf } from './engine.ts'
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
  if (first) await engineOf(db).insertMany(db, table, Object.keys(first), rows)
}
