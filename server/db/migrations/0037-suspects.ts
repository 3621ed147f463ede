import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** Which recipients wait because too many devices looked gone at once; until now a sentence alone said so. */
export async function suspects(db: MigrationDb) {
  for (const statement of [
    'alter table notification_recipients add column is_suspect integer not null default 0',
    `update notification_recipients set is_suspect = 1 where state = 'waiting' and reason like '%None was removed.'`,
  ])
    await sql.raw(statement).execute(db)
}
