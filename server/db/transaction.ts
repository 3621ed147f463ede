import { engineOf } from './engine.ts'
import type { Db } from './schema.ts'

/** How a change runs: in a transaction, or, for a call that may be repeated, in one that also keeps its answer. */
export type Run = <Result extends object>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>

/**
 * Runs `work` in one transaction, or joins the one that is open. After a conflict with another transaction `work` runs
 * again, so its effects outside the database must tolerate that.
 */
export function inTransaction<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : engineOf(db).transaction(db, work)
}
