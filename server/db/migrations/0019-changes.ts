import { type CreateTableBuilder, sql } from 'kysely'
import { dialectOf } from './frozen/dialect.ts'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

/** What a record of each table is called in messages, and SQL for its title and the key of that. */
const tables: Record<string, { entity: string; title: string; key: string; joins?: string }> = {
  rv_types: { entity: 'RV type', title: 'name', key: 'name_key' },
  models: { entity: 'Model', title: 'name', key: 'name_key' },
  app_images: { entity: 'Image', title: `'Slider image ' || seq_no`, key: `'slider image ' || seq_no` },
  menu_items: { entity: 'App menu', title: 'title', key: 'title_key' },
  years: { entity: 'Year', title: 'name', key: 'name_key' },
  users: { entity: 'User', title: 'name', key: 'name_key' },
  social_medias: { entity: 'Details', title: 'name', key: 'name_key' },
  cms_pages: { entity: 'CMS data', title: 'title', key: 'title_key' },
  topics: { entity: 'Topic', title: 'name', key: 'name_key' },
  sub_topics: { entity: 'Subtopic', title: 'name', key: 'name_key' },
  manuals: {
    entity: 'Manual',
    title: `rv_types.name || ' - ' || years.name`,
    key: `rv_types.name_key || ' - ' || years.name_key`,
    joins: 'inner join rv_types on rv_types.id = manuals.cat_id inner join years on years.id = manuals.year_id',
  },
  manual_pages: {
    entity: 'Manual Page',
    title: `topics.name || ' - ' || sub_topics.name`,
    key: `topics.name_key || ' - ' || sub_topics.name_key`,
    joins: `inner join topics on topics.id = manual_pages.topic_id
      inner join sub_topics on sub_topics.id = manual_pages.subtopic_id`,
  },
  checklists: { entity: 'Checklist', title: 'name', key: 'name_key' },
  rvs: { entity: 'RV Details', title: `'RV ' || vin`, key: `'rv ' || vin` },
  maintenance_items: { entity: 'Maintenance Details', title: 'reminder_name', key: 'reminder_name_key' },
  dealers: { entity: 'Details', title: 'name', key: 'name_key' },
  notifications: { entity: 'Notification', title: 'title', key: 'title_key' },
  admins: { entity: 'Profile', title: 'name', key: 'name_key' },
}

/** Columns whose fields have other names on the wire, by table. */
const wireNames: Record<string, Record<string, string>> = {
  manuals: { cat_id: 'category', year_id: 'year', pdf_file: 'pdf_url' },
  rvs: { user_id: 'user', cat_id: 'category', model_id: 'model', year_id: 'year' },
  app_images: { url_file: 'url' },
  menu_items: { icon_file: 'icon' },
  social_medias: { icon_file: 'icon' },
  dealers: { logo_file: 'logo' },
  admins: { avatar_file: 'avtar' },
}

const words = { add: 'added', edit: 'updated', delete: 'removed', restore: 'restored' }

/**
 * Every activity entry belongs to a change. What happened before becomes changes of one record each; entries get the
 * names that fields have on the wire, and no version, because nothing tells which it was.
 */
export async function changes(db: MigrationDb) {
  await createChanges(db)
  await giveEntriesChanges(db)
  await db.schema.alterTable('idempotency_keys').addColumn('change_id', 'text').execute()
}

async function createChanges(db: MigrationDb) {
  await db.schema
    .createTable('changes')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('is_deleted', 'integer', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('admin_id', 'text', (column) => column.references('admins.id'))
    .addColumn('user_id', 'text', (column) => column.references('users.id'))
    .addColumn('reason', 'text')
    .addColumn('call', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('message_key', 'text', (column) => column.notNull())
    .addColumn('record_type', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('title_key', 'text', (column) => column.notNull())
    .addColumn('record_count', 'integer', (column) => column.notNull())
    .addColumn('expected_count', 'integer')
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('is_final', 'integer', (column) => column.notNull())
    .addColumn('undoes', 'text')
    .addColumn('undone_by', 'text')
    .$call((table) => clustered(db, table))
    .execute()
  await dialectOf(db).countRecords(db, 'changes')
}

// Every change adds rows to these tables: one tree for the table and its key is one less to write.
const clustered = <Table extends string, Column extends string>(
  db: MigrationDb,
  table: CreateTableBuilder<Table, Column>,
) => (isPostgres(db) ? table : table.modifyEnd(sql`without rowid`))

async function giveEntriesChanges(db: MigrationDb) {
  const message = Object.entries(tables).flatMap(([table, { entity }]) =>
    Object.entries(words).map(([action, word]) => `when '${table} ${action}' then '${entity} ${word} successfully.'`),
  )
  const said = `case table_name || ' ' || action ${message.join(' ')} else 'Changed.' end`
  const isFinal = `case when table_name in ('notifications', 'admins') or (table_name = 'users' and action = 'add')
    or changes like '{"password":%' or changes like '%"pdf_file":%' then 1 else 0 end`
  await sql
    .raw(
      `insert into changes (id, is_deleted, at, admin_id, user_id, call, kind, message, message_key, record_type, title,
         title_key, record_count, state, is_final)
       select id, 0, at, admin_id, user_id, '', case when table_name = 'notifications' then 'send' else action end,
         ${said}, lower(${said}), table_name, '', '', 1, 'done', ${isFinal}
       from activity order by id`,
    )
    .execute(db)
  for (const [table, { title, key, joins = '' }] of Object.entries(tables)) {
    const called = (column: string) =>
      `coalesce((select ${column} from activity inner join ${table} on ${table}.id = activity.record_id ${joins}
         where activity.id = changes.id), '')`
    await sql
      .raw(`update changes set title = ${called(title)}, title_key = ${called(key)} where record_type = '${table}'`)
      .execute(db)
  }
  await rewriteEntries(db)
}

async function rewriteEntries(db: MigrationDb) {
  await sql`alter table activity rename to activity_before`.execute(db)
  await db.schema.dropIndex('activity_of_record').execute()
  await db.schema
    .createTable('activity')
    .addColumn('id', 'text', (column) => column.primaryKey())
    // No reference: removing a change would look through all entries.
    .addColumn('change_id', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('admin_id', 'text', (column) => column.references('admins.id'))
    .addColumn('user_id', 'text', (column) => column.references('users.id'))
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('table_name', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer')
    .addColumn('changes', 'text', (column) => column.notNull())
    .$call((table) => clustered(db, table))
    .execute()
  await sql
    .raw(
      `insert into activity (id, change_id, at, admin_id, user_id, action, table_name, record_id, changes)
       select id || '00000000', id, at, admin_id, user_id, action, table_name, record_id, changes from activity_before
       order by id`,
    )
    .execute(db)
  await db.schema.dropTable('activity_before').execute()
  await db.schema.createIndex('activity_of_record').on('activity').columns(['record_id', 'id']).execute()
  // A quote within a text is escaped, so only a name of a field stands between quotes before a colon.
  for (const [table, names] of Object.entries(wireNames)) {
    const renamed = Object.entries(names).reduce(
      (text, [column, field]) => `replace(${text}, '"${column}":', '"${field}":')`,
      'changes',
    )
    await sql.raw(`update activity set changes = ${renamed} where table_name = '${table}'`).execute(db)
  }
}
