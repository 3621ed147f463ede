import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** Says of a link against a stranger since when that one's session was open, and of a code which browser asked for it. */
export async function takeOvers(db: MigrationDb) {
  const run = (text: string) => sql.raw(text).execute(db)
  await run('alter table factor_links add column since text')
  await run('alter table otps add column browser_hash text')
  await run('alter table otps add column tries_elsewhere integer not null default 0')
}
