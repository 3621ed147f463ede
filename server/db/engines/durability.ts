import { sql } from 'kysely'
import type { Db } from '../schema.ts'
import { isPostgres } from './is-postgres.ts'

/**
 * The names of PostgreSQL's durability settings that are off: without them a power cut may lose acknowledged commits.
 * Empty for SQLite, which always syncs.
 */
export async function durabilityRisks(db: Db): Promise<string[]> {
  if (!isPostgres(db)) return []
  const { rows } = await sql<{ name: string }>`
    select name from pg_settings
    where name in ('fsync', 'full_page_writes', 'synchronous_commit') and setting = 'off' order by name`.execute(db)
  return rows.map(({ name }) => name)
}
