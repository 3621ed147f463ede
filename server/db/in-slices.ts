import { setImmediate } from 'node:timers/promises'
import { writeQuery } from './raw-query.ts'
import type { Db, Tables } from './schema.ts'
import { inTransaction } from './transaction.ts'

/** In milliseconds: short enough that nobody notices the pause, which on SQLite stops all calls. */
const LONGEST = 20
const FIRST = 50
const LIMITS: Limits = { target: LONGEST / 2, fewest: 5, most: 5_000 }

/** How long a slice is to take, in milliseconds, and how small and large it may be. */
type Limits = { target: number; fewest: number; most: number }

/** The size of the next slice, after one of this size took so many milliseconds: at most twice as many. */
export const nextSize = (size: number, took: number, { target, fewest, most }: Limits) =>
  Math.round(Math.min(Math.max((size * target) / Math.max(took, 1), fewest), size * 2, most))

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
    most = nextSize(most, performance.now() - began, LIMITS)
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
