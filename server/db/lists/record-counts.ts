import type { ListInput } from '#contract/records.ts'
import { readQuery } from '../raw-query.ts'
import type { Db } from '../schema.ts'
import type { Condition } from './condition.ts'
import { type Filtered, leavesOutUndone, type Scope } from './list-filters.ts'
import { type CacheOptions, cachedRows } from './query-cache.ts'

type Row = { table_name: string; active: number; deleted: number; stamp: number }

export type Counts = Awaited<ReturnType<typeof readCounts>>

/**
 * How many active and deleted records `table` holds, as counted by triggers, and a stamp that moves whenever it or one
 * of the `others` changes; `stampOf` gives the stamp of a subset of these tables.
 */
export async function readCounts(db: Db, table: string, others: string[]) {
  const tables = [table, ...others]
  const marks = tables.map(() => '?').join(', ')
  const counts = await readQuery<Row>(
    db,
    `select table_name, active, deleted, stamp from record_counts where table_name in (${marks})`,
    tables,
  )
  const stampOf = (some: string[]) =>
    counts
      .filter(({ table_name }) => some.includes(table_name))
      .map(({ table_name, stamp }) => `${table_name} ${stamp}`)
      .join()
  const own = counts.find((row) => row.table_name === table)
  return {
    active: own?.active ?? 0,
    deleted: own?.deleted ?? 0,
    stamp: stampOf(tables),
    stampOf,
  }
}

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

/**
 * How many records the list leaves out because their addition was undone: nearly always none, and then nothing is
 * compared.
 */
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
