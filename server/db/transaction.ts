import { engineOf } from './engine.ts'
import type { Db } from './schema.ts'

/** How a change is run: in a transaction, or (a call that may be repeated) in one that keeps its answer too. */
export type Run = <Result extends object>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>

/**
 * Runs `work` in one transaction: all of it is kept, or nothing. Within a transaction it simply joins in. It may run
 * more than once, when another transaction came in its way, so whatever it does beside the database must bear that.
 */
export function inTransaction<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : engineOf(db).transaction(db, work)
}
