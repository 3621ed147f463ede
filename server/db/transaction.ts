import { AsyncLocalStorage } from 'node:async_hooks'
import { engineOf } from './engine.ts'
import type { Db } from './schema.ts'

/** How a change runs: in a transaction, or, for a call that may be repeated, in one that also keeps its answer. */
export type Run = <Result extends object>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>

/** Notes how something in memory is, and gives back what makes it so again. */
type Keep = () => () => void

const kept = new AsyncLocalStorage<Keep>()

/** Runs `work`, in which each further attempt of a transaction finds in memory what the first one found. */
export const withFreshAttempts = <Result>(keep: Keep, work: () => Result): Result => kept.run(keep, work)

/**
 * Runs `work` in one transaction, or joins the one that is open. After a conflict with another transaction `work` runs
 * again, so its effects outside the database must tolerate that; see withFreshAttempts.
 */
export function inTransaction<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db)
  // Asked here: works that commit together run in the context of one of them.
  const keep = kept.getStore()
  let putBack: (() => void) | undefined
  return engineOf(db).transaction(db, (db) => {
    if (putBack) putBack()
    else putBack = keep?.()
    return work(db)
  })
}
