import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** Keeps which administrators have dismissed the first steps. */
export async function firstSteps(db: MigrationDb) {
  await sql.raw('create table dismissed_steps (admin_id text primary key, at text not null)').execute(db)
}
