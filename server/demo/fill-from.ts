import { fillTable } from '../db/engines/insert-many.ts'
import { readCounts } from '../db/lists/record-counts.ts'
import type { Db, RecordTable, Tables } from '../db/schema.ts'

const BATCH_SIZE = 5000

/** Inserts rows in batches of several thousand; does nothing if there are none. */
export async function fillFrom(db: Db, table: keyof Tables, rows: Iterator<Record<string, unknown>>) {
  const first = rows.next()
  if (first.done) return
  function* chunks() {
    let chunk = [first.value]
    for (let next = rows.next(); !next.done; next = rows.next()) {
      if (chunk.length === BATCH_SIZE) {
        yield chunk
        chunk = []
      }
      chunk.push(next.value)
    }
    yield chunk
  }
  await fillTable(db, table, Object.keys(first.value), chunks())
}

/** The number of records in a table, including deleted ones. */
export async function countOf(db: Db, table: RecordTable) {
  const { active, deleted } = await readCounts(db, table, [])
  return active + deleted
}
