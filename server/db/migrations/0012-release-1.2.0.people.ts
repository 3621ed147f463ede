import type { MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/** What owners agree to, what they ask of their data, and what messages are for. */
export async function people(db: MigrationDb) {
  const text = textType(db)
  await runAll(db, [
    'alter table users add column news integer not null default 0',
    'alter table users add column reminders integer not null default 1',
    `alter table users add column preferences_at ${text}`,
    `alter table users add column text_version ${text} not null default ''`,
    `alter table users add column preferences_app ${text} not null default ''`,
    `alter table users add column terms_version ${text} not null default ''`,
    `alter table users add column terms_at ${text}`,
    `alter table notifications add column purpose ${text} not null default 'service'`,
    `alter table notifications add column imprint ${text} not null default ''`,
    'alter table notifications add column no_consent integer not null default 0',
    `create table privacy_requests (
       id ${text} primary key, kind ${text} not null, user_id ${text} not null references users (id),
       received_on ${text} not null, due_on ${text} not null, outcome ${text}, names ${text} not null,
       note ${text} not null, asked_by ${text}, verified_by ${text}, admin_id ${text} references admins (id),
       closed_at ${text}, created_at ${text} not null)`,
    `create index changes_of_imports on changes (id) where kind = 'import'`,
    'create index privacy_requests_of_user on privacy_requests (user_id)',
    'create index privacy_requests_closed on privacy_requests (closed_at, due_on)',
  ])
}
