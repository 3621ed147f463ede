import type { CompiledQuery } from 'kysely'
import type { Db } from './schema.ts'

/**
 * How many records a table holds, active and deleted, from the counts that triggers keep;
 * and a stamp that moves whenever it or one of the `others` changes.
 */
export async function readCounts(db: Db, table: string, others: string[]) {
  const rows = await db
    .selectFrom('record_counts')
    .select(['table_name', 'active', 'deleted', 'stamp'])
    .where('table_name', 'in', [table, ...others])
    .execute()
  const own = rows.find((row) => row.table_name === table)
  return {
    active: own?.active ?? 0,
    deleted: own?.deleted ?? 0,
    stamp: rows.reduce((sum, row) => sum + row.stamp, 0),
  }
}

const MOST_TOTALS = 1000
const totals = new WeakMap<Db, Map<string, { stamp: number; total: number }>>()

/**
 * The total that `query` counts, counted once and remembered until the tables' `stamp` moves:
 * paging through a filtered list counts its rows a single time.
 */
export async function cachedTotal(db: Db, stamp: number, query: CompiledQuery<unknown>) {
  const known = totals.get(db) ?? new Map()
  totals.set(db, known)
  const key = JSON.stringify([query.sql, query.parameters])
  const remembered = known.get(key)
  if (remembered?.stamp === stamp) return remembered.total as number

  const { rows } = await db.executeQuery<{ total: number | string }>(query as CompiledQuery<{ total: number | string }>)
  const total = Number(rows[0]?.total)
  if (known.size >= MOST_TOTALS) known.clear()
  known.set(key, { stamp, total })
  return total
}
