import type { Db } from './schema.ts'

/** How a change is run: in a transaction, or (a call that may be repeated) in one that keeps its answer too. */
export type Run = <Result extends object>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>

/** Runs `work` in one transaction: all of it is kept, or nothing. Within a transaction it simply joins in. */
export function inTransaction<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
