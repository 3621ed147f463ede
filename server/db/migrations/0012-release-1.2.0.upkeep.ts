import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/**
 * Counts by day as things happen; keeps what is put off on the dashboard, what is in each stored file (null until somebody
 * has looked), what one server knows of the installation, and what strangers may have done.
 */
export async function upkeep(db: MigrationDb) {
  const text = textType(db)
  const run = (statement: string) => runAll(db, [statement])
  await runAll(db, [
    `create table put_off (
       id text primary key, admin_id text not null, kind text not null, record_id text not null, until text not null)`,
    'create unique index put_off_lines on put_off (admin_id, kind, record_id)',
    `create table stored_files (
       name ${text} primary key, bytes integer, sha256 text, is_missing integer not null default 0)`,
    'create index stored_files_unread on stored_files (name) where bytes is null and is_missing = 0',
    `create table server_notes (
       name ${text} not null, server ${text} not null, noted_at ${text} not null, facts text not null,
       primary key (name, server))`,
    // Browsers that are known already count as known for ever.
    `alter table known_browsers add column first_at text not null default ''`,
    'alter table security_events add column since text',
    `create table ended_app_sessions (token_hash ${text} primary key, why ${text} not null, ended_at ${text} not null)`,
    'create index ended_app_sessions_by_end on ended_app_sessions (ended_at)',
    ...(isPostgres(db) ? postgres : sqlite),
  ])
  const { rows } = await sql`select 1 from users union all select 1 from app_sign_ins limit 1`.execute(db)
  // In an empty installation there is no past that a job has to count.
  if (!rows.length)
    await run(
      isPostgres(db)
        ? `insert into daily_count_slots values ('complete', '', 0, 1)`
        : `insert into daily_counts values ('complete', '', 1)`,
    )
}

const counted = [
  { name: 'sign_ins', table: 'app_sign_ins', at: 'at' },
  { name: 'new_users', table: 'users', at: 'created_at' },
]

const sqlite = [
  'create table daily_counts (name text not null, day text not null, count integer not null, primary key (name, day))',
  ...counted.map(
    ({ name, table, at }) =>
      `create trigger ${table}_by_day after insert on ${table} begin ${countOne(name, `new.${at}`)}; end`,
  ),
  `create trigger notification_recipients_by_day after insert on notification_recipients
     when new.read_at is not null begin ${countOne('opened', 'new.read_at')}; end`,
  `create trigger notification_recipients_opened after update of read_at on notification_recipients
     when new.read_at is not null and old.read_at is null begin ${countOne('opened', 'new.read_at')}; end`,
]

function countOne(name: string, at: string) {
  return `insert into daily_counts values ('${name}', substr(${at}, 1, 10), 1)
    on conflict (name, day) do update set count = count + 1`
}

// One row for each connection, so that those who write at the same time do not wait for each other.
const postgres = [
  `create table daily_count_slots (
     name text not null collate pg_catalog."C", day text not null collate pg_catalog."C", slot integer not null,
     count bigint not null, primary key (name, day, slot)) with (fillfactor = 50)`,
  `create view daily_counts as
     select name, day, sum(count)::bigint as count from daily_count_slots group by name, day`,
  ...counted.flatMap(({ name, table, at }) => [
    `create function count_${name}() returns trigger language plpgsql as $$
       begin
         insert into daily_count_slots as kept
         select '${name}', left(${at}, 10), pg_backend_pid() % 256, count(*) from new_rows group by 2
         on conflict (name, day, slot) do update set count = kept.count + excluded.count;
         return null;
       end $$`,
    `create trigger ${table}_by_day after insert on ${table}
       referencing new table as new_rows for each statement execute function count_${name}()`,
  ]),
  `create function count_opened() returns trigger language plpgsql as $$
     begin
       insert into daily_count_slots as kept values ('opened', left(new.read_at, 10), pg_backend_pid() % 256, 1)
       on conflict (name, day, slot) do update set count = kept.count + 1;
       return null;
     end $$`,
  `create trigger notification_recipients_by_day after insert on notification_recipients
     for each row when (new.read_at is not null) execute function count_opened()`,
  `create trigger notification_recipients_opened after update of read_at on notification_recipients
     for each row when (new.read_at is not null and old.read_at is null) execute function count_opened()`,
]
