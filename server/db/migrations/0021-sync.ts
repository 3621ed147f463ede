import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

/** Tables whose records the owners' app holds, and SQL for whose they are: '' is everybody, '*' whoever is signed in. */
const tables: Record<string, string> = {
  rv_types: "''",
  years: "''",
  models: "''",
  topics: "''",
  sub_topics: "''",
  manuals: "''",
  manual_pages: "''",
  cms_pages: "''",
  dealers: "''",
  app_images: "''",
  menu_items: "''",
  social_medias: "''",
  rvs: 'new.user_id',
  checklists: "case new.added_by_kind when 'user' then new.added_by_id else '*' end",
  maintenance_items: "case new.added_by_kind when 'user' then new.added_by_id else '*' end",
}

/** What shows the name of a record, or is not published without it: its table, and where its rows are. */
const dependents: Record<string, [table: string, where: string][]> = {
  rv_types: [
    ['models', 'cat_id = new.id'],
    ['manuals', 'cat_id = new.id'],
    ['manual_pages', 'manual_id in (select id from manuals where cat_id = new.id)'],
    ['rvs', 'cat_id = new.id'],
  ],
  years: [
    ['models', 'year_id = new.id'],
    ['manuals', 'year_id = new.id'],
    ['manual_pages', 'manual_id in (select id from manuals where year_id = new.id)'],
    ['rvs', 'year_id = new.id'],
  ],
  models: [['rvs', 'model_id = new.id']],
  topics: [
    ['sub_topics', 'topic_id = new.id'],
    ['manual_pages', 'topic_id = new.id'],
  ],
  sub_topics: [['manual_pages', 'subtopic_id = new.id']],
  manuals: [['manual_pages', 'manual_id = new.id']],
}

/**
 * Notes of each record that the owners' app holds when it last changed: on SQLite by a number that grows, on PostgreSQL by
 * the transaction, because there numbers are not given in the order of commits.
 */
export async function sync(db: MigrationDb) {
  const postgres = isPostgres(db)
  const text = postgres ? 'text collate pg_catalog."C"' : 'text'
  const now = postgres
    ? 'pg_catalog.pg_current_xact_id()::text::bigint'
    : '(select coalesce(max(moved), 0) + 1 from synced)'
  const run = (statement: string) => sql.raw(statement).execute(db)
  await run(`create table synced (
    record_type ${text} not null, record_id ${text} not null, owner_id ${text} not null,
    moved ${postgres ? 'bigint' : 'integer'} not null, primary key (record_type, record_id))`)
  for (const [table, owner] of Object.entries(tables)) {
    await run(`insert into synced select '${table}', id, ${owner.replaceAll('new.', '')}, 0 from ${table}`)
  }
  await run(
    `insert into synced values ('epoch', ${postgres ? 'gen_random_uuid()::text' : 'lower(hex(randomblob(16)))'}, '-', 0)`,
  )
  await run('create index synced_by_owner on synced (owner_id, moved, record_type, record_id)')
  await run('create index synced_by_moved on synced (moved)')
  for (const [table, owner] of Object.entries(tables)) {
    const note = `insert into synced (record_type, record_id, owner_id, moved)
      values ('${table}', new.id, ${owner}, ${now})
      on conflict (record_type, record_id) do update set owner_id = excluded.owner_id, moved = excluded.moved;`
    const along = (dependents[table] ?? []).map(
      ([other, where]) => `update synced set moved = ${now}
        where record_type = '${other}' and record_id in (select id from ${other} where ${where});`,
    )
    // How many pages a manual has is a part of it.
    const counted =
      table === 'manual_pages'
        ? `update synced set moved = ${now} where record_type = 'manuals' and record_id = new.manual_id;`
        : ''
    for (const statement of (postgres ? onPostgres : onSqlite)(table, note + counted, along.join('\n')))
      await run(statement)
  }
}

const NAMED = 'old.is_deleted is distinct from new.is_deleted or old.name is distinct from new.name'
const STATE = 'old.is_deleted is distinct from new.is_deleted'
const movesOthers = (table: string) => (table === 'manuals' ? STATE : NAMED)

const onSqlite = (table: string, note: string, along: string) => [
  `create trigger ${table}_synced_insert after insert on ${table} begin ${note} end`,
  `create trigger ${table}_synced_update after update on ${table} begin ${note} end`,
  ...(along
    ? [`create trigger ${table}_synced_along after update on ${table} when ${movesOthers(table)} begin ${along} end`]
    : []),
]

const onPostgres = (table: string, note: string, along: string) => [
  `create function sync_${table}() returns trigger language plpgsql as $$ begin ${note} return null; end $$`,
  `create trigger ${table}_synced after insert or update on ${table} for each row execute function sync_${table}()`,
  ...(along
    ? [
        `create function sync_along_${table}() returns trigger language plpgsql as $$ begin ${along} return null; end $$`,
        `create trigger ${table}_synced_along after update on ${table} for each row when (${movesOthers(table)})
           execute function sync_along_${table}()`,
      ]
    : []),
]
