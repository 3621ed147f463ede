import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

/** Apps learn why a session that was good is over. */
export async function endedAppSessions(db: MigrationDb) {
  const text = isPostgres(db) ? 'text collate pg_catalog."C"' : 'text'
  for (const statement of [
    `create table ended_app_sessions (token_hash ${text} primary key, why ${text} not null, ended_at ${text} not null)`,
    'create index ended_app_sessions_by_end on ended_app_sessions (ended_at)',
  ])
    await sql.raw(statement).execute(db)
}
