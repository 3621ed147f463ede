import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** Which owners were erased, as the address says that the act has left. */
export async function erased(db: MigrationDb) {
  for (const statement of [
    'alter table users add column erased_at text',
    `update users set erased_at = updated_at where email = id || '@erased.invalid'`,
  ])
    await sql.raw(statement).execute(db)
}
