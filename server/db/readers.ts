import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Db } from './schema.ts'

type Values = readonly (string | number)[]
type Answer = { id: number; rows?: unknown[]; problem?: string }
type Waiting = { resolve: (rows: unknown[]) => void; reject: (error: Error) => void }

export type Readers = ReturnType<typeof readersFor>

const THREADS = 2
const known = new WeakMap<Db, Readers>()

/** The reading threads of an embedded database; nothing for one in memory and within a transaction. */
export const readersOf = (db: Db) => known.get(db)

/** Lets long queries of `db` be run by these threads. */
export const readThrough = (db: Db, readers: Readers) => void known.set(db, readers)

/**
 * Threads that read the database `file`, started when they are first asked: SQLite answers on the thread that asks, and
 * what counts and sorts a million rows would keep all other calls waiting. They see what has been committed.
 */
export function readersFor(file: string) {
  let threads: ReturnType<typeof startReader>[] = []
  let next = 0
  return {
    /** The rows of a query. Rejects with what is wrong with it. */
    rows<Row>(text: string, values: Values): Promise<Row[]> {
      if (!threads.length) threads = Array.from({ length: THREADS }, () => startReader(file))
      next = (next + 1) % THREADS
      const idlest = threads.reduce(
        (one, other) => (other.waiting() < one.waiting() ? other : one),
        threads[next] as (typeof threads)[number],
      )
      return idlest.ask(text, values) as Promise<Row[]>
    },
    stop() {
      for (const { stop } of threads) stop()
      threads = []
    },
  }
}

function startReader(file: string) {
  const waiting = new Map<number, Waiting>()
  let questions = 0
  let worker: Worker | undefined

  function start() {
    const started = new Worker(join(import.meta.dirname, 'reader.worker.ts'), { workerData: file })
    // It must not keep the process alive.
    started.unref()
    started.on('message', ({ id, rows, problem }: Answer) => {
      const asked = waiting.get(id)
      waiting.delete(id)
      if (rows) asked?.resolve(rows)
      else asked?.reject(new Error(problem))
    })
    started.on('error', (error: Error) => {
      worker = undefined
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    })
    return started
  }

  return {
    waiting: () => waiting.size,
    ask(text: string, values: Values) {
      worker ??= start()
      const id = questions++
      const answer = new Promise<unknown[]>((resolve, reject) => waiting.set(id, { resolve, reject }))
      worker.postMessage({ id, text, values })
      return answer
    },
    stop: () => void worker?.terminate(),
  }
}
