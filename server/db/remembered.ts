import { engineOf } from './engine.ts'
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

/** What an answer holds for, and whether it takes so long that it is read beside the event loop. */
export type Memory = { stamp: string; apart: boolean }

type Kept = {
  answers: Map<string, { stamp: string; answer: unknown[]; size: number }>
  /** What is being read now: who asks the same meanwhile waits for the same answer. */
  reading: Map<string, Promise<unknown[]>>
  size: number
}
const memories = new WeakMap<Db, Kept>()

/**
 * What `read` makes of the rows of a query, remembered until the stamp of its tables moves: a list that many look at,
 * or page through, is searched, sorted and counted a single time after each change. What was asked for longest ago is
 * forgotten first. The answer is shared, so callers must not change it.
 */
export async function remembered<Row, Made>(
  db: Db,
  { stamp, apart }: Memory,
  { sql, values }: Condition,
  read: (row: Row, index: number) => Made,
): Promise<Made[]> {
  const kept = memories.get(db) ?? { answers: new Map(), reading: new Map(), size: 0 }
  memories.set(db, kept)
  const key = `${sql}\n${JSON.stringify(values)}`
  const known = kept.answers.get(key)
  if (known?.stamp === stamp) {
    keep(kept, key, known)
    return known.answer as Made[]
  }
  const question = `${stamp}\n${key}`
  const asked = kept.reading.get(question)
  if (asked) return (await asked) as Made[]
  const reading = (apart ? engineOf(db).rowsApart<Row>(db, sql, values) : rowsOf<Row>(db, sql, values))
    .then((rows) => rows.map(read))
    .finally(() => kept.reading.delete(question))
  kept.reading.set(question, reading)
  const answer = await reading
  keep(kept, key, { stamp, answer, size: sizeOf(answer) })
  return answer
}

function keep(kept: Kept, key: string, entry: { stamp: string; answer: unknown[]; size: number }) {
  forget(kept, key)
  kept.answers.set(key, entry)
  kept.size += entry.size
  for (const oldest of kept.answers.keys()) {
    if (kept.size <= MOST_REMEMBERED) break
    forget(kept, oldest)
  }
}

function forget(kept: Kept, key: string) {
  const known = kept.answers.get(key)
  if (known && kept.answers.delete(key)) kept.size -= known.size
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
