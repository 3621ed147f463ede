import type { MigrationDb } from './frozen/migration-db.ts'
import {
  createRecordTable,
  createSearchIndex,
  createSortIndex,
  createUniqueActiveIndex,
  stampChangesOf,
} from './frozen/record-table.ts'
import { textKey } from './frozen/text-key.ts'

export async function topicsChecklistsMaintenance(db: MigrationDb) {
  await letAdminsBeListed(db)
  await topicTables(db)
  await checklistTable(db)
  await maintenanceTable(db)
}

// Lists show, sort and filter by the name of the administrator who added a record.
async function letAdminsBeListed(db: MigrationDb) {
  await db.schema
    .alterTable('admins')
    .addColumn('name_key', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  for (const { id, name } of await db.selectFrom('admins').select(['id', 'name']).execute()) {
    await db
      .updateTable('admins')
      .set({ name_key: textKey(String(name)) })
      .where('id', '=', id)
      .execute()
  }
  await stampChangesOf(db, 'admins', 'name')
}

async function topicTables(db: MigrationDb) {
  await createRecordTable(db, 'topics', (table) =>
    table
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('seq_no', 'integer', (column) => column.notNull()),
  )
  await createUniqueActiveIndex(db, 'topics', ['name_key'])
  await createSearchIndex(db, 'topics', ['name_key'])
  await createSortIndex(db, 'topics', 'name_key')
  await createOrderIndexes(db, 'topics')

  await createRecordTable(db, 'sub_topics', (table) =>
    table
      .addColumn('topic_id', 'text', (column) => column.notNull().references('topics.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('seq_no', 'integer', (column) => column.notNull()),
  )
  await createUniqueActiveIndex(db, 'sub_topics', ['topic_id', 'name_key'])
  await createSearchIndex(db, 'sub_topics', ['name_key'])
  await createSortIndex(db, 'sub_topics', 'name_key')
  await createSortIndex(db, 'sub_topics', 'topic_id')
  await createOrderIndexes(db, 'sub_topics')
}

async function createOrderIndexes(db: MigrationDb, table: 'topics' | 'sub_topics') {
  await createSortIndex(db, table, 'seq_no')
  await db.schema.createIndex(`${table}_in_order`).on(table).columns(['seq_no', 'created_at desc', 'id']).execute()
}

async function checklistTable(db: MigrationDb) {
  await createRecordTable(db, 'checklists', (table) =>
    table
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('note_key', 'text', (column) => column.notNull())
      .addColumn('added_by_kind', 'text', (column) => column.notNull())
      .addColumn('added_by_id', 'text', (column) => column.notNull()),
  )
  const texts = ['name_key', 'note_key']
  await createSearchIndex(db, 'checklists', texts)
  for (const column of [...texts, 'added_by_id']) await createSortIndex(db, 'checklists', column)
  await createNewestIndex(db, 'checklists')
}

async function maintenanceTable(db: MigrationDb) {
  await createRecordTable(db, 'maintenance_items', (table) =>
    table
      .addColumn('reminder_name', 'text', (column) => column.notNull())
      .addColumn('reminder_name_key', 'text', (column) => column.notNull())
      .addColumn('item_name', 'text', (column) => column.notNull())
      .addColumn('item_name_key', 'text', (column) => column.notNull())
      .addColumn('due_date', 'text', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .addColumn('note_key', 'text', (column) => column.notNull())
      .addColumn('added_by_kind', 'text', (column) => column.notNull())
      .addColumn('added_by_id', 'text', (column) => column.notNull()),
  )
  const texts = ['reminder_name_key', 'item_name_key', 'note_key']
  await createSearchIndex(db, 'maintenance_items', texts)
  for (const column of [...texts, 'due_date', 'added_by_id']) await createSortIndex(db, 'maintenance_items', column)
  await createNewestIndex(db, 'maintenance_items')
}

const createNewestIndex = (db: MigrationDb, table: 'checklists' | 'maintenance_items') =>
  db.schema.createIndex(`${table}_newest`).on(table).columns(['created_at', 'id']).execute()
