import type { Db } from './schema.ts'

/** Runs `work` in one transaction: all of it is kept, or nothing. Within a transaction it simply joins in. */
export function inTransaction<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  return db.isTransaction ? work(db) : db.transaction().execute(work)
}
