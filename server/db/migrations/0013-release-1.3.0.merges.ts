import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/** Says which account of a person was merged into which, and where phones and messages came from; apps hear what leaves them. */
export async function merges(db: MigrationDb) {
  const text = textType(db)
  await runAll(db, [
    `alter table users add column merged_into ${text}`,
    `alter table devices add column merged_from ${text}`,
    `alter table notification_recipients add column merged_from ${text}`,
    'create index users_merged on users (merged_into) where merged_into is not null',
    'create index devices_merged on devices (merged_from) where merged_from is not null',
    'create index notification_recipients_merged on notification_recipients (merged_from) where merged_from is not null',
    ...left(db, 'checklists', ADDED),
    ...left(db, 'maintenance_items', ADDED),
    ...left(db, 'notification_recipients', {
      when: 'old.user_id <> new.user_id',
      id: 'old.notification_id',
      owner: 'old.user_id',
    }),
  ])
}

type Left = Record<'when' | 'id' | 'owner', string>
const ADDED: Left = {
  when: "old.added_by_kind = 'user' and old.added_by_id <> new.added_by_id",
  id: 'old.id',
  owner: 'old.added_by_id',
}

/** As for RVs: notes for the app of the owner who had it that it is no longer theirs. */
function left(db: MigrationDb, table: string, { when, id, owner }: Left) {
  const now = isPostgres(db)
    ? 'pg_catalog.pg_current_xact_id()::text::bigint'
    : '(select coalesce(max(moved), 0) + 1 from synced)'
  const note = `insert into synced (record_type, record_id, owner_id, moved)
    values ('left_${table}', ${id} || ' ' || ${owner}, ${owner}, ${now})
    on conflict (record_type, record_id) do update set owner_id = excluded.owner_id, moved = excluded.moved;`
  const trigger = `create trigger ${table}_synced_left after update on ${table}`
  return isPostgres(db)
    ? [
        `create function sync_left_${table}() returns trigger language plpgsql as $$ begin ${note} return null; end $$`,
        `${trigger} for each row when (${when}) execute function sync_left_${table}()`,
      ]
    : [`${trigger} when ${when} begin ${note} end`]
}
