import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** Keeps why the last mail to an owner was refused for good. */
export async function mailProblems(db: MigrationDb) {
  await sql.raw('alter table users add column mail_problem text').execute(db)
}
