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
