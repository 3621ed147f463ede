import { setImmediate } from 'node:timers/promises'
import { writeQuery } from './raw-query.ts'
import type { Db, Tables } from './schema.ts'
import { inTransaction } from './transaction.ts'

/** In milliseconds: short enough that nobody notices the pause, which on SQLite stops all calls. */
const LONGEST = 20
const [FIRST, FEWEST, MOST] = [50, 5, 5_000]

/**
 * Does background work in slices, each in a transaction, and lets calls run in between. `step` does at most as much as
 * it is told, and resolves to how much it did; with less it is done. The size of a slice follows from how long the
 * previous ones took.
 */
export async function inSlices(db: Db, step: (db: Db, most: number) => Promise<number>) {
  for (let most = FIRST; ; await setImmediate()) {
    const began = performance.now()
    const done = await inTransaction(db, (db) => step(db, most))
    if (done < most) return
    const fitting = (most * LONGEST) / 2 / Math.max(performance.now() - began, 1)
    most = Math.round(Math.min(Math.max(fitting, FEWEST), most * 2, MOST))
  }
}

/** Deletes a table's rows in slices. `key` names a unique column; `where` must be the server's own words only. */
export const deleteInSlices = (
  db: Db,
  table: keyof Tables,
  key: string,
  where: string,
  values: readonly (string | number)[],
) =>
  inSlices(db, async (db, most) => {
    const text = `delete from ${table} where (${key}) in (select ${key} from ${table} where ${where} limit ?) returning 1 as one`
    return (await writeQuery<object>(db, text, [...values, most])).length
  })
