import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'
import { createSortIndex, replaceSearchIndex } from './frozen/record-table.ts'
import { runAll, textType } from './frozen/run-all.ts'

/** Texts that owners read in French, by table, with the columns by which it is searched. */
const keyed: Record<string, { texts: string[]; search: string[] }> = {
  rv_types: { texts: ['name'], search: ['name_key'] },
  topics: { texts: ['name'], search: ['name_key'] },
  sub_topics: { texts: ['name'], search: ['name_key'] },
  models: { texts: ['description'], search: ['name_key', 'description_key'] },
  menu_items: { texts: ['title'], search: ['title_key'] },
  cms_pages: { texts: ['title'], search: ['title_key'] },
  social_medias: { texts: ['url'], search: ['name_key', 'url_key'] },
  checklists: { texts: ['name', 'note'], search: ['name_key', 'note_key'] },
}
/** Rich texts, with the columns that follow from them. */
const rich: Record<string, string[]> = {
  cms_pages: ['content_fr', 'content_fr_for', 'content_fr_words'],
  manual_pages: ['content_fr', 'content_fr_for', 'content_fr_words', 'content_fr_key'],
}

/** What shows the name of a record: its table, and where its rows are. */
const dependents: Record<string, [table: string, where: string][]> = {
  rv_types: [
    ['models', 'cat_id = new.id'],
    ['manuals', 'cat_id = new.id'],
    ['manual_pages', 'manual_id in (select id from manuals where cat_id = new.id)'],
    ['rvs', 'cat_id = new.id'],
  ],
  topics: [
    ['sub_topics', 'topic_id = new.id'],
    ['manual_pages', 'topic_id = new.id'],
  ],
  sub_topics: [['manual_pages', 'subtopic_id = new.id']],
}

/** A French twin behind each text that owners read, for which English words it was written, and how it stands. */
export async function french(db: MigrationDb) {
  const text = textType(db)
  const add = (table: string, column: string, value = '') =>
    `alter table ${table} add column ${column} ${text} not null default '${value}'`
  for (const [table, { texts, search }] of Object.entries(keyed)) {
    const columns = texts.flatMap((name) => [`${name}_fr`, `${name}_fr_key`, `${name}_fr_for`])
    await runAll(db, [...columns.map((column) => add(table, column)), add(table, 'french', 'none')])
    const keys = texts.map((name) => `${name}_fr_key`)
    for (const column of [...keys, 'french']) await createSortIndex(db, table, column)
    await replaceSearchIndex(db, table, [...search, ...keys])
  }
  for (const [table, columns] of Object.entries(rich))
    await runAll(
      db,
      columns.map((column) => add(table, column)),
    )
  await runAll(db, [
    add('manual_pages', 'french', 'none'),
    "update manual_pages set french = '' where content = ''",
    "update models set french = '' where description = ''",
    "update checklists set french = '' where added_by_kind = 'user'",
    ...along(db),
  ])
  await createSortIndex(db, 'manual_pages', 'french')
  for (const table of Object.keys(rich)) await runAll(db, isPostgres(db) ? postgresWords(table) : sqliteWords(table))
}

/** Pages are found by the words of both languages. */
function sqliteWords(table: string) {
  const words = 'content_words, content_fr_words'
  const added = `insert into ${table}_words (rowid, ${words}) values (new.seq, new.content_words, new.content_fr_words);`
  const gone = `insert into ${table}_words (${table}_words, rowid, ${words}) values ('delete', old.seq, old.content_words, old.content_fr_words);`
  return [
    ...['insert', 'delete', 'update'].map((event) => `drop trigger ${table}_words_${event}`),
    `drop table ${table}_words`,
    `create virtual table ${table}_words using fts5(${words}, content='${table}', content_rowid='seq',
       tokenize='unicode61 remove_diacritics 0', prefix='2 3')`,
    `create trigger ${table}_words_insert after insert on ${table} begin ${added} end`,
    `create trigger ${table}_words_delete after delete on ${table} begin ${gone} end`,
    `create trigger ${table}_words_update after update of ${words} on ${table} begin ${gone} ${added} end`,
    `insert into ${table}_words (${table}_words) values ('rebuild')`,
  ]
}

const postgresWords = (table: string) => [
  `create index ${table}_french_words on ${table} using gin (array_to_tsvector(string_to_array(content_fr_words, ' ')))`,
]

/** Notes for the owners' app whatever shows a French name that changes. */
function along(db: MigrationDb) {
  const postgres = isPostgres(db)
  const now = postgres
    ? 'pg_catalog.pg_current_xact_id()::text::bigint'
    : '(select coalesce(max(moved), 0) + 1 from synced)'
  return Object.entries(dependents).flatMap(([table, others]) => {
    const notes = others
      .map(
        ([other, where]) => `update synced set moved = ${now}
          where record_type = '${other}' and record_id in (select id from ${other} where ${where});`,
      )
      .join('\n')
    const trigger = `create trigger ${table}_french_synced_along after update of name_fr on ${table}`
    return postgres
      ? [
          `create function sync_french_of_${table}() returns trigger language plpgsql as $$ begin ${notes} return null; end $$`,
          `${trigger} for each row when (old.name_fr is distinct from new.name_fr) execute function sync_french_of_${table}()`,
        ]
      : [`${trigger} when old.name_fr is distinct from new.name_fr begin ${notes} end`]
  })
}
