import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { engineOf } from './engines/engine.ts'
import { isPostgres } from './engines/is-postgres.ts'
import type { Db } from './schema.ts'

const followUps = new WeakMap<Db, Set<() => void>>()

/** Runs `work` after the transaction commits, each function once; immediately outside a transaction. */
export function afterCommit(db: Db, work: () => void) {
  if (!db.isTransaction) return work()
  followUps.set(db, (followUps.get(db) ?? new Set()).add(work))
}

/**
 * Runs `work` in one transaction, or joins an open one. After a conflict with another transaction `work` runs again, so
 * its effects outside the database must tolerate that.
 */
export async function inTransaction<Result>(db: Db, work: (db: Db) => Promise<Result>): Promise<Result> {
  if (db.isTransaction) return work(db)
  let committed: Db | undefined
  const result = await engineOf(db).transaction(db, (db) => {
    committed = db
    return work(db)
  })
  const next = committed && followUps.get(committed)
  // Concurrent changes may share a transaction.
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
 * Runs `work` in its own transaction, which is always rolled back, and returns its result. After a conflict `work` runs
 * again. Throws what `work` throws, and if called within a transaction.
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

const LOOK_EVERY_MS = 20
/** Longer than a change takes. A backup reads for longer, but writes nothing. */
const MOST_LOOKS = 250

/**
 * Waits until all transactions that began before now have ended, as they do not see what was just committed. On SQLite
 * there are none.
 */
export async function untilEarlierEnd(db: Db) {
  if (!isPostgres(db)) return
  const { rows } = await sql<{ now: string }>`select clock_timestamp()::text as now`.execute(db)
  for (let looks = 0; looks < MOST_LOOKS && (await areOpenSince(db, rows[0]?.now)); looks++)
    await setTimeout(LOOK_EVERY_MS)
}

async function areOpenSince(db: Db, moment: string | undefined) {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and usename = current_user and backend_type = 'client backend'
      and pid <> pg_backend_pid() and xact_start <= ${moment}::timestamptz limit 1`.execute(db)
  return rows.length > 0
}
