import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

/** What comes due may be put off until a time on the clock of a zone; its instant follows from the zone's rules. */
export async function wallTimes(db: MigrationDb) {
  const text = isPostgres(db) ? 'text collate pg_catalog."C"' : 'text'
  for (const column of ['wall_time', 'zone', 'zone_rules'])
    await sql.raw(`alter table due add column ${column} ${text}`).execute(db)
  await sql.raw('create index due_by_rules on due (zone_rules) where zone_rules is not null').execute(db)
}
