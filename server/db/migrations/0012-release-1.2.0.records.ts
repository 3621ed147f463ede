import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'
import { rebuildRecordTable } from './frozen/rebuild-record-table.ts'
import { createSortIndex, createUniqueActiveIndex } from './frozen/record-table.ts'
import { runAll, textType } from './frozen/run-all.ts'

/** What kinds of records have beyond what they had. */
export async function records(db: MigrationDb) {
  await users(db)
  // What other systems call a record.
  for (const table of ['dealers', 'models', 'rvs']) {
    await db.schema.alterTable(table).addColumn('external_id', 'text').execute()
    await createSortIndex(db, table, 'external_id')
  }
  await runAll(db, [
    ...pages(textType(db)),
    'alter table topics add column required integer not null default 0',
    // By which the pages of all manuals are counted by topic, and empty ones are found.
    'create index manual_pages_by_topic on manual_pages (manual_id, topic_id, is_deleted)',
    `create index manual_pages_empty on manual_pages (id) where content = '' and is_deleted = 0`,
    'alter table years add column rollover_id text',
    'alter table maintenance_items add column done_at text',
    // RVs of a factory have no owner until one claims them.
    'alter table rvs alter column user_id drop not null',
    'create index rvs_without_owner on rvs (vin, model_id) where user_id is null',
    'alter table notification_recipients add column removed_at text',
    `alter table notification_recipients add column moved ${isPostgres(db) ? 'bigint' : 'integer'} not null default 0`,
    // Which wait because too many devices looked gone at once; until now a sentence alone said so.
    'alter table notification_recipients add column is_suspect integer not null default 0',
    `update notification_recipients set is_suspect = 1 where state = 'waiting' and reason like '%None was removed.'`,
    // Whether a PDF was generated from the pages of its manual, as the history says.
    'alter table manuals add column pdf_is_generated integer',
    `update manuals set pdf_is_generated = 1 where pdf_file is not null and (
       select changes.call from activity inner join changes on changes.id = activity.change_id
       where activity.table_name = 'manuals' and activity.record_id = manuals.id and activity.changes like '%"pdf_file"%'
       order by activity.id desc limit 1) = 'admin/manuals/generate_pdf'`,
  ])
  await createSortIndex(db, 'topics', 'required')
}

/** Pages and slider images are published at a time, and edits of pages may wait for one. Pages have their words beside them. */
const pages = (text: string) => [
  ...['cms_pages', 'manual_pages'].map(
    (table) => `alter table ${table} add column content_words ${text} not null default ''`,
  ),
  ...['app_images', 'cms_pages', 'manual_pages'].flatMap((table) =>
    ['publish_at', 'unpublish_at'].flatMap((column) => dated(table, column)),
  ),
  ...['cms_pages', 'manual_pages'].flatMap((table) => [
    ...dated(table, 'edits_at'),
    `alter table ${table} add column edits text`,
  ]),
]

const dated = (table: string, column: string) => [
  `alter table ${table} add column ${column} text`,
  `create index ${table}_${column} on ${table} (${column}) where ${column} is not null`,
]

/**
 * Owners say where they live and change their address. One who was taken back with an import leaves theirs to whoever
 * registers with it. Which were erased, says the address that the act has left.
 */
async function users(db: MigrationDb) {
  if (isPostgres(db))
    await runAll(db, [
      "alter table users add column state text not null default ''",
      "alter table users add column zip text not null default ''",
      'alter table users add column new_email text',
      'alter table users add column erased_at text',
      'alter table users drop constraint users_email_key_key',
    ])
  else
    await rebuildRecordTable(db, 'users', (table) =>
      table
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('name_key', 'text', (column) => column.notNull())
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('email_key', 'text', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('social_id', 'text')
        .addColumn('status', 'integer', (column) => column.notNull())
        .addColumn('password_hash', 'text')
        .addColumn('must_change_password', 'integer', (column) => column.notNull())
        .addColumn('email_confirmed', 'integer', (column) => column.notNull().defaultTo(1))
        .addColumn('mail_problem', 'text')
        .addColumn('state', 'text', (column) => column.notNull().defaultTo(''))
        .addColumn('zip', 'text', (column) => column.notNull().defaultTo(''))
        .addColumn('new_email', 'text')
        .addColumn('erased_at', 'text'),
    )
  await createUniqueActiveIndex(db, 'users', ['email_key'])
  await sql`update users set erased_at = updated_at where email = id || '@erased.invalid'`.execute(db)
}
