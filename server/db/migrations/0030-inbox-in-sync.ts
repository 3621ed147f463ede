import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

/**
 * Notes of each message in an inbox when it last moved, on the clock of `synced`. The message has the note itself, since
 * one to all owners would fill `synced` with as many rows as there are owners. Apps begin anew, to get what they missed.
 */
export async function inboxInSync(db: MigrationDb) {
  for (const statement of isPostgres(db) ? postgres : sqlite) await sql.raw(statement).execute(db)
}

const COLUMN = 'alter table notification_recipients add column moved'
const anew = (id: string) => `update synced set record_id = ${id} where record_type = 'epoch'`

// The row of the history is nobody's, so that it can be the clock.
const NOTE = `begin
  update synced set moved = (select max(moved) + 1 from synced) where record_type = 'epoch';
  update notification_recipients set moved = (select max(moved) from synced) where seq = new.seq;
end`

const sqlite = [
  `${COLUMN} integer not null default 0`,
  `create trigger notification_recipients_synced_insert after insert on notification_recipients ${NOTE}`,
  `create trigger notification_recipients_synced_update after update of read_at, removed_at
     on notification_recipients ${NOTE}`,
  anew('lower(hex(randomblob(16)))'),
]

const NOW = 'pg_catalog.pg_current_xact_id()::text::bigint'

const postgres = [
  `${COLUMN} bigint not null default 0`,
  `alter table notification_recipients alter column moved set default ${NOW}`,
  `create function sync_notification_recipients() returns trigger language plpgsql as $$
     begin new.moved := ${NOW}; return new; end $$`,
  `create trigger notification_recipients_synced before update of read_at, removed_at on notification_recipients
     for each row execute function sync_notification_recipients()`,
  anew('gen_random_uuid()::text'),
]
