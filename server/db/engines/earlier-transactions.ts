import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import { isPostgres } from './is-postgres.ts'

const LOOK_EVERY_MS = 20
/** Longer than a change takes. A backup reads for longer, and writes nothing. */
const MOST_LOOKS = 250

/**
 * Waits until all transactions have ended that had begun by now and so do not see what was committed just now. On SQLite
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
