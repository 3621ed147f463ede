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

/** In characters: about 15 MB of records as lists show them, be they many or long. */
const MOST_REMEMBERED = 15_000_000
/** What a record takes beside its long texts, as measured. */
const SHORT_RECORD = 750
const SHORT_TEXT = 100

type Memory = { answers: Map<string, { stamp: string; answer: unknown[]; size: number }>; size: number }
const memories = new WeakMap<Db, Memory>()

/**
 * What `read` makes of the rows of a query, remembered until the `stamp` of its tables moves: a list that many look at,
 * or page through, is searched, sorted and counted a single time after each change. What was asked for longest ago is
 * forgotten first. The answer is shared, so callers must not change it.
 */
export async function remembered<Row, Made>(
  db: Db,
  stamp: string,
  { sql, values }: Condition,
  read: (row: Row, index: number) => Made,
): Promise<Made[]> {
  const memory = memories.get(db) ?? { answers: new Map(), size: 0 }
  memories.set(db, memory)
  const key = `${sql}\n${JSON.stringify(values)}`
  const known = memory.answers.get(key)
  const answer = known?.stamp === stamp ? (known.answer as Made[]) : (await rowsOf<Row>(db, sql, values)).map(read)
  const size = known?.answer === answer ? known.size : sizeOf(answer)
  forget(memory, key)
  memory.answers.set(key, { stamp, answer, size })
  memory.size += size
  for (const oldest of memory.answers.keys()) {
    if (memory.size <= MOST_REMEMBERED) break
    forget(memory, oldest)
  }
  return answer
}

function forget(memory: Memory, key: string) {
  const known = memory.answers.get(key)
  if (known && memory.answers.delete(key)) memory.size -= known.size
}

function sizeOf(answer: unknown[]) {
  let size = SHORT_RECORD
  for (const row of answer) {
    size += SHORT_RECORD
    for (const value of Object.values(row ?? {})) {
      if (typeof value === 'string' && value.length > SHORT_TEXT) size += value.length
    }
  }
  return size
}
