import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/** When messages go, and whom they reach then. */
export async function messages(db: MigrationDb) {
  const text = textType(db)
  await runAll(db, [
    ...['send_at', 'went_at', 'ended_at', 'recalled_at', 'link_type', 'link_id', 'link_lost_at'].map(
      (column) => `alter table notifications add column ${column} ${text}`,
    ),
    `alter table templates add column link ${text}`,
    'alter table notifications add column local_time integer not null default 0',
    'alter table notifications add column counted integer',
    `alter table notifications add column title_fr ${text} not null default ''`,
    `alter table notifications add column description_fr ${text} not null default ''`,
    `alter table notification_recipients add column told_at ${text}`,
    `alter table notification_recipients add column due_at ${text}`,
    // Whose phones are told in the morning.
    `create index notification_recipients_due on notification_recipients (notification_id, due_at)
       where due_at is not null`,
    // When a message was opened.
    'create index notification_recipients_opened on notification_recipients (notification_id, read_at) where read_at is not null',
    `create table scheduled_messages (notification_id ${text} primary key references notifications (id),
       meant ${text} not null, stamp ${text} not null)`,
    // Whose zone is known.
    `create index devices_of_zone on devices (user_id, time_zone desc${isPostgres(db) ? ' nulls last' : ''})`,
    // Who was seen, and since when they are there, from indexes alone.
    'drop index app_sessions_of_user',
    'create index app_sessions_of_user on app_sessions (user_id, used_at)',
    'drop index users_told',
    `create index users_told on users (id, news, status, is_deleted, erased_at, state, zip, created_at)
       where is_deleted = 0 and status = 1 and erased_at is null`,
    // Where owners live, a few thousand places, from an index alone.
    `create index users_by_place on users (state, zip, id, news, status, is_deleted, erased_at)
       where is_deleted = 0 and status = 1 and erased_at is null`,
  ])
}
