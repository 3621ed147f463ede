import { fillTable } from '../db/insert-many.ts'
import { readCounts } from '../db/record-counts.ts'
import type { Db, RecordTable, Tables } from '../db/schema.ts'

const AT_A_TIME = 5000

/** Adds the rows that come, some thousands at a time; nothing where none do. */
export async function fillFrom(db: Db, table: keyof Tables, rows: Iterator<Record<string, unknown>>) {
  const first = rows.next()
  if (first.done) return
  function* chunks() {
    let chunk = [first.value]
    for (let next = rows.next(); !next.done; next = rows.next()) {
      if (chunk.length === AT_A_TIME) {
        yield chunk
        chunk = []
      }
      chunk.push(next.value)
    }
    yield chunk
  }
  await fillTable(db, table, Object.keys(first.value), chunks())
}

/** How many records a table holds, deleted ones included. */
export async function countOf(db: Db, table: RecordTable) {
  const { active, deleted } = await readCounts(db, table, [])
  return active + deleted
}
