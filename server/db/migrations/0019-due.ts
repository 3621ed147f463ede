import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

const DAY_MS = 86_400_000

/** What comes due at an instant: one row for each act and what it is about. */
export async function due(db: MigrationDb) {
  const text = isPostgres(db) ? 'text collate pg_catalog."C"' : 'text'
  for (const statement of [
    `create table due (id ${text} primary key, kind ${text} not null, about ${text} not null,
       due_at ${text} not null, try_at ${text} not null)`,
    'create unique index due_by_act on due (kind, about)',
    'create index due_by_time on due (try_at, id)',
    "delete from jobs where kind = 'mail-key-ends'",
  ])
    await sql.raw(statement).execute(db)
  const { rows } = await sql<{ id: string; expires_at: string }>`
    select id, expires_at from program_keys where ended_at is null`.execute(db)
  for (const { id, expires_at } of rows) {
    for (const days of [14, 2]) {
      const at = new Date(Date.parse(expires_at) - days * DAY_MS).toISOString()
      const about = `${id} ${days}`
      await sql`insert into due values (${about}, 'mail-key-ends', ${about}, ${at}, ${at})`.execute(db)
    }
  }
}
