import { v7 as newId } from 'uuid'
import type { MigrationDb } from './frozen/migration-db.ts'
import { createRecordTable, createSearchIndex, createSortIndex } from './frozen/record-table.ts'

export async function picturesAndLinks(db: MigrationDb) {
  await createRecordTable(db, 'app_images', (table) =>
    table
      .addColumn('url_file', 'text', (column) => column.notNull())
      .addColumn('seq_no', 'integer', (column) => column.notNull()),
  )
  await createOrderIndexes(db, 'app_images')

  await createRecordTable(db, 'menu_items', (table) =>
    table
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('title_key', 'text', (column) => column.notNull())
      .addColumn('seq_no', 'integer', (column) => column.notNull())
      .addColumn('code', 'integer', (column) => column.notNull().unique())
      .addColumn('icon_file', 'text'),
  )
  await createSearchIndex(db, 'menu_items', ['title_key'])
  await createSortIndex(db, 'menu_items', 'title_key')
  await createOrderIndexes(db, 'menu_items')
  await addMenu(db)

  await createRecordTable(db, 'social_medias', (table) =>
    table
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('url', 'text', (column) => column.notNull())
      .addColumn('url_key', 'text', (column) => column.notNull())
      .addColumn('icon_file', 'text', (column) => column.notNull()),
  )
  await createSearchIndex(db, 'social_medias', ['name_key', 'url_key'])
  await createSortIndex(db, 'social_medias', 'name_key')
  await createSortIndex(db, 'social_medias', 'url_key')
  await db.schema.createIndex('social_medias_newest').on('social_medias').columns(['created_at', 'id']).execute()
}

async function createOrderIndexes(db: MigrationDb, table: 'app_images' | 'menu_items') {
  await createSortIndex(db, table, 'seq_no')
  await db.schema.createIndex(`${table}_in_order`).on(table).columns(['seq_no', 'created_at desc', 'id']).execute()
}

/** The app's menu is fixed and no call adds to it, so its entries come with their table. */
async function addMenu(db: MigrationDb) {
  const now = new Date().toISOString()
  const titles = [
    'My RV',
    'Owners Manual',
    'Checklists',
    'Maintenance',
    'Dealers & Service',
    'Notifications',
    'Follow Us',
    'About',
  ]
  const rows = titles.map((title, index) => ({
    id: newId(),
    is_deleted: 0,
    version: 1,
    created_at: now,
    updated_at: now,
    title,
    title_key: title.toLowerCase(),
    seq_no: index + 1,
    code: index + 1,
    icon_file: null,
  }))
  await db.insertInto('menu_items').values(rows).execute()
}
