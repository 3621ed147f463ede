import { join } from 'node:path'
import { threadPool } from '../../processes/threads.ts'
import type { Db } from '../schema.ts'
import type { Query } from './reader.worker.ts'
import { SqliteFile } from './sqlite-file.ts'

export type Readers = ReturnType<typeof readersFor>

const THREADS = 2
/** Far longer than any list takes; by then the caller has given up. */
const LONGEST_QUERY_SECONDS = 60
/** Readers wait only for a database that is being closed or repaired. */
const QUICK_TIMEOUT_MS = 1000
const readers = new WeakMap<Db, Readers>()

/** The reader threads of an embedded database; undefined for one in memory or within a transaction. */
export const readersOf = (db: Db) => readers.get(db)

/** Lets long queries of `db` run on these threads. */
export const setReaders = (db: Db, threads: Readers) => void readers.set(db, threads)

/**
 * Threads that read the database `file`: SQLite runs a query on the calling thread, so counting or sorting a million
 * rows on the main thread would block every other call. They see committed data only.
 */
export function readersFor(file: string) {
  const worker = join(import.meta.dirname, 'reader.worker.ts')
  const pool = threadPool(worker, {
    threads: THREADS,
    idleTimeout: Number.POSITIVE_INFINITY,
    seconds: LONGEST_QUERY_SECONDS,
    data: file,
  })
  return {
    /** A query's rows. Rejects with SQLite's message. */
    rows: <Row>(text: string, values: Query['values']): Promise<Row[]> =>
      pool.run({ text, values } satisfies Query, { name: 'rows' }),
    /** The same rows as the text of a JSON array. */
    json: (text: string, values: Query['values']): Promise<string> =>
      pool.run({ text, values } satisfies Query, { name: 'json' }),
    stop: () => void pool.destroy(),
  }
}

const quickReaders = new WeakMap<Db, SqliteFile>()

/** The connection for quick reads of an embedded database; undefined for one in memory or within a transaction. */
export const quickReaderOf = (db: Db) => quickReaders.get(db)

/**
 * Opens a connection to the database `file` for reads that take microseconds. It sees committed data only, and never
 * waits for transactions on the writing connection. Close it before that one.
 */
export function openQuickReader(db: Db, file: string) {
  const reader = new SqliteFile(file, { readonly: true, timeout: QUICK_TIMEOUT_MS })
  reader.exec('pragma cache_size = -32768')
  quickReaders.set(db, reader)
  return reader
}
