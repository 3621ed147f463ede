import type { Condition } from './list-columns.ts'
import { rowsOf } from './rows-of.ts'
import type { Db } from './schema.ts'

type Counts = { table_name: string; active: number; deleted: number; stamp: number }

/**
 * How many records `table` holds, active and deleted, from the counts that triggers keep; and a stamp that moves
 * whenever it or one of the `others` changes.
 */
export async function readCounts(db: Db, table: string, others: string[]) {
  const tables = [table, ...others]
  const marks = tables.map(() => '?').join(', ')
  const counts = await rowsOf<Counts>(
    db,
    `select table_name, active, deleted, stamp from record_counts where table_name in (${marks})`,
    tables,
  )
  const own = counts.find((row) => row.table_name === table)
  return {
    active: own?.active ?? 0,
    deleted: own?.deleted ?? 0,
    stamp: counts.map(({ table_name, stamp }) => `${table_name} ${stamp}`).join(),
  }
}

/** About 15 MB of rows as lists show them. */
const MOST_ROWS = 20_000

type Memory = { answers: Map<string, { stamp: string; rows: unknown[] }>; rows: number }
const memories = new WeakMap<Db, Memory>()

/**
 * The rows of a query, read once and remembered until the `stamp` of its tables moves: a list that many look at, or
 * page through, is searched, sorted and counted a single time after each change. What was asked for longest ago is
 * forgotten first. The rows are shared, so callers must not change them.
 */
export async function rememberedRows<Row>(db: Db, stamp: string, { sql, values }: Condition): Promise<readonly Row[]> {
  const memory = memories.get(db) ?? { answers: new Map(), rows: 0 }
  memories.set(db, memory)
  const key = `${sql}\n${JSON.stringify(values)}`
  const known = forget(memory, key)
  const rows = known?.stamp === stamp ? (known.rows as Row[]) : await rowsOf<Row>(db, sql, values)
  forget(memory, key)
  memory.answers.set(key, { stamp, rows })
  memory.rows += rows.length + 1
  for (const oldest of memory.answers.keys()) {
    if (memory.rows <= MOST_ROWS) break
    forget(memory, oldest)
  }
  return rows
}

function forget(memory: Memory, key: string) {
  const known = memory.answers.get(key)
  if (known && memory.answers.delete(key)) memory.rows -= known.rows.length + 1
  return known
}
