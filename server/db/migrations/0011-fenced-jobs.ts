import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** Jobs are held by a token, and those that were given up say since when. One-time codes leave the payloads of jobs. */
export async function fencedJobs(db: MigrationDb) {
  await db.schema.alterTable('jobs').addColumn('lease', 'text').execute()
  await db.schema.alterTable('jobs').addColumn('gave_up_at', 'text').execute()
  await sql`update jobs set gave_up_at = ${new Date().toISOString()} where run_at >= '9999'`.execute(db)
  // Which request a code is for; codes that are under way have to be asked for again.
  await db.schema
    .alterTable('otps')
    .addColumn('request', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`delete from jobs where kind = 'mail-reset-code'`.execute(db)
}
