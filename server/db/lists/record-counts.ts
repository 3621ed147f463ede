import { readQuery } from '../raw-query.ts'
import type { Db } from '../schema.ts'

type Row = { table_name: string; active: number; deleted: number; stamp: number }

export type Counts = Awaited<ReturnType<typeof readCounts>>

/**
 * How many active and deleted records `table` holds, as counted by triggers, and a stamp that moves whenever it or one
 * of the `others` changes; `stampOf` gives one of some of these tables.
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
