import type { ListInput } from '#contract/records.ts'
import type { Db } from '../schema.ts'
import type { Condition } from './condition.ts'
import { type Filtered, leavesOutUndone, type Scope } from './list-filters.ts'
import { type CacheOptions, cachedRows } from './query-cache.ts'
import type { Counts } from './record-counts.ts'

/** How many rows of a table meet a condition. */
export async function countMatches(
  db: Db,
  cacheOptions: CacheOptions,
  { table }: { table: string },
  condition: Condition,
) {
  const sql = condition.countSql ?? `select count(*) as total from ${table} ${condition.sql}`
  const toTotal = (row: { total: number | string }) => Number(row.total)
  const [total = 0] = await cachedRows(db, cacheOptions, { sql, values: condition.values }, toTotal)
  return total
}

/** How many records the list leaves out because their adding was undone: nearly always none, and then nothing is compared. */
export async function countUndone(db: Db, list: Filtered, input: ListInput, scope: Scope, { stampOf }: Counts) {
  if (!leavesOutUndone(list, input, scope)) return 0
  const { table } = list
  const where = { sql: 'where table_name = ?', values: [table] }
  return countMatches(db, { stamp: stampOf([table]), offThread: false }, { table: 'undone_adds' }, where)
}

/** How many records a table holds, as counted by triggers. */
export function recordsIn({ active, deleted }: { active: number; deleted: number }, onlyDeleted?: boolean) {
  if (onlyDeleted === undefined) return active + deleted
  return onlyDeleted ? deleted : active
}
