import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../schema.ts'

type Waiting = {
  work: (db: Db) => Promise<unknown>
  resolve: (result: unknown) => void
  reject: (error: unknown) => void
}
type Settle = () => void

/** The most changes in one commit: beyond this, the first caller waits longer than sharing saves. */
const MAX_TOGETHER = 64

const queues = new WeakMap<Db, Waiting[]>()

/**
 * Runs `work` in an SQLite transaction. Concurrent changes share one commit, and so one sync to disk. Each has its own
 * savepoint, so a failing change does not affect the others. The promise settles after the commit.
 */
export function commitTogether<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const waiting = { work, resolve, reject } as Waiting
    const queue = queues.get(db)
    if (queue) {
      queue.push(waiting)
      return
    }
    const opened = [waiting]
    queues.set(db, opened)
    void empty(db, opened)
  })
}

async function empty(db: Db, queue: Waiting[]) {
  while (queue.length) {
    // Requests that arrived together reach this point in the same turn of the event loop.
    await setImmediate()
    await commit(db, queue.splice(0, MAX_TOGETHER))
  }
  queues.delete(db)
}

async function commit(db: Db, together: Waiting[]) {
  try {
    const outcomes = await db.transaction().execute(async (db) => {
      const [first, ...others] = together
      if (first && !others.length) return [await alone(db, first)]
      const outcomes: Settle[] = []
      for (const waiting of together) outcomes.push(await inSavepoint(db, waiting))
      return outcomes
    })
    for (const settle of outcomes) settle()
  } catch (error) {
    for (const { reject } of together) reject(error)
  }
}

async function alone(db: Db, { work, resolve }: Waiting): Promise<Settle> {
  const result = await work(db)
  return () => resolve(result)
}

async function inSavepoint(db: Db, waiting: Waiting): Promise<Settle> {
  await sql`savepoint change`.execute(db)
  try {
    const settle = await alone(db, waiting)
    await sql`release change`.execute(db)
    return settle
  } catch (error) {
    // On a full disk SQLite has already rolled back everything; this then fails too, and every caller is told.
    await sql`rollback to change`.execute(db).catch(() => Promise.reject(error))
    await sql`release change`.execute(db)
    return () => waiting.reject(error)
  }
}
