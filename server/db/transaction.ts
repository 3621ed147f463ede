import { engineOf } from './engines/engine.ts'
import type { Db } from './schema.ts'

const followUps = new WeakMap<Db, Set<() => void>>()

/** Runs `work` once the transaction is committed, each function once; at once outside of a transaction. */
export function afterCommit(db: Db, work: () => void) {
  if (!db.isTransaction) return work()
  followUps.set(db, (followUps.get(db) ?? new Set()).add(work))
}

/**
 * Runs `work` in one transaction, or joins the one that is open. After a conflict with another transaction `work` runs
 * again, so its effects outside the database must tolerate that.
 */
export async function inTransaction<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db)
  let committed: Db | undefined
  const result = await engineOf(db).transaction(db, (db) => {
    committed = db
    return work(db)
  })
  const next = committed && followUps.get(committed)
  // Changes at the same time may share a transaction.
  if (committed) followUps.delete(committed)
  for (const work of next ?? []) work()
  return result
}

class TakenBack<Result> extends Error {
  readonly result: Result
  constructor(result: Result) {
    super('taken back')
    this.result = result
  }
}

/**
 * Runs `work` in a transaction of its own, which is rolled back whatever happens, and returns its result. After a conflict
 * `work` runs again. Throws what `work` throws, and within a transaction.
 */
export async function takenBack<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) throw new Error('only a whole transaction can be taken back')
  try {
    return await engineOf(db).transactionAlone<never>(db, async (db) => {
      throw new TakenBack(await work(db))
    })
  } catch (error) {
    if (error instanceof TakenBack) return error.result as Result
    throw error
  }
}
