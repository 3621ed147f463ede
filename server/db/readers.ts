import { join } from 'node:path'
import { threadPool } from '../processes/threads.ts'
import type { Query } from './reader.worker.ts'
import type { Db } from './schema.ts'

export type Readers = ReturnType<typeof readersFor>

const THREADS = 2
const readers = new WeakMap<Db, Readers>()

/** The reader threads of an embedded database; undefined for one in memory and within a transaction. */
export const readersOf = (db: Db) => readers.get(db)

/** Lets long queries of `db` run on these threads. */
export const setReaders = (db: Db, threads: Readers) => void readers.set(db, threads)

/**
 * Threads that read the database `file`: SQLite runs a query on the thread that asks, so counting or sorting a million
 * rows on the main thread would block every other call. They see committed data only.
 */
export function readersFor(file: string) {
  const worker = join(import.meta.dirname, 'reader.worker.ts')
  const pool = threadPool(worker, { threads: THREADS, idleTimeout: Number.POSITIVE_INFINITY, data: file })
  return {
    /** The rows of a query. Rejects with the message of SQLite. */
    rows: <Row>(text: string, values: Query['values']): Promise<Row[]> =>
      pool.run({ text, values } satisfies Query, { name: 'rows' }),
    /** The same rows as the text of a JSON array. */
    json: (text: string, values: Query['values']): Promise<string> =>
      pool.run({ text, values } satisfies Query, { name: 'json' }),
    stop: () => void pool.destroy(),
  }
}
