import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/** Tables whose records the owners' app holds, and SQL for whose they are: '' is everybody, '*' whoever is signed in, '-' nobody. */
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
  rvs: `coalesce(new.user_id, '-')`,
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
  const text = textType(db)
  const postgres = isPostgres(db)
  const now = postgres ? NOW : '(select coalesce(max(moved), 0) + 1 from synced)'
  const write = (values: string) => `insert into synced (record_type, record_id, owner_id, moved)
    values (${values}, ${now})
    on conflict (record_type, record_id) do update set owner_id = excluded.owner_id, moved = excluded.moved;`
  await runAll(db, [
    `create table synced (
       record_type ${text} not null, record_id ${text} not null, owner_id ${text} not null,
       moved ${postgres ? 'bigint' : 'integer'} not null, primary key (record_type, record_id))`,
    ...Object.entries(tables).map(
      ([table, owner]) => `insert into synced select '${table}', id, ${owner.replaceAll('new.', '')}, 0 from ${table}`,
    ),
    `insert into synced values ('epoch', ${postgres ? 'gen_random_uuid()::text' : 'lower(hex(randomblob(16)))'}, '-', 0)`,
    'create index synced_by_owner on synced (owner_id, moved, record_type, record_id)',
    'create index synced_by_moved on synced (moved)',
  ])
  for (const [table, owner] of Object.entries(tables)) {
    const note = write(`'${table}', new.id, ${owner}`)
    const along = (dependents[table] ?? []).map(
      ([other, where]) => `update synced set moved = ${now}
        where record_type = '${other}' and record_id in (select id from ${other} where ${where});`,
    )
    // How many pages a manual has is a part of it.
    const counted =
      table === 'manual_pages'
        ? `update synced set moved = ${now} where record_type = 'manuals' and record_id = new.manual_id;`
        : ''
    await runAll(db, (postgres ? onPostgres : onSqlite)(table, note + counted, along.join('\n')))
  }
  const left = write(`'left_rvs', old.id || ' ' || old.user_id, old.user_id`)
  await runAll(db, postgres ? [...leftOnPostgres(left), ...inboxOnPostgres] : [leftOnSqlite(left), ...inboxOnSqlite])
}

const NOW = 'pg_catalog.pg_current_xact_id()::text::bigint'

/** What moves other records with one; a year that owners see from now on brings along what belongs to it. */
const moves: Record<string, string[]> = { manuals: ['is_deleted'], years: ['is_deleted', 'name', 'rollover_id'] }
const movesOthers = (table: string) =>
  (moves[table] ?? ['is_deleted', 'name']).map((column) => `old.${column} is distinct from new.${column}`).join(' or ')

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

/** An owner's app hears of an RV that is no longer theirs. */
const LEFT = 'old.user_id is not null and old.user_id is distinct from new.user_id'

const leftOnSqlite = (left: string) =>
  `create trigger rvs_synced_left after update on rvs when ${LEFT} begin ${left} end`

const leftOnPostgres = (left: string) => [
  `create function sync_left_rvs() returns trigger language plpgsql as $$ begin ${left} return null; end $$`,
  `create trigger rvs_synced_left after update on rvs for each row when (${LEFT}) execute function sync_left_rvs()`,
]

// The row of the history is nobody's, so that it can be the clock.
const NOTE = `begin
  update synced set moved = (select max(moved) + 1 from synced) where record_type = 'epoch';
  update notification_recipients set moved = (select max(moved) from synced) where seq = new.seq;
end`

/** A message in an inbox has its own note: one to all owners would fill `synced` with as many rows as there are owners. */
const inboxOnSqlite = [
  `create trigger notification_recipients_synced_insert after insert on notification_recipients ${NOTE}`,
  `create trigger notification_recipients_synced_update after update of read_at, removed_at
     on notification_recipients ${NOTE}`,
]

const inboxOnPostgres = [
  // Those that are there have 0.
  `alter table notification_recipients alter column moved set default ${NOW}`,
  `create function sync_notification_recipients() returns trigger language plpgsql as $$
     begin new.moved := ${NOW}; return new; end $$`,
  `create trigger notification_recipients_synced before update of read_at, removed_at on notification_recipients
     for each row execute function sync_notification_recipients()`,
]
