import type { MigrationDb } from './frozen/migration-db.ts'
import {
  createRecordTable,
  createSearchIndex,
  createSortIndex,
  createUniqueActiveIndex,
} from './frozen/record-table.ts'

export async function cmsPages(db: MigrationDb) {
  await createRecordTable(db, 'cms_pages', (table) =>
    table
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('title_key', 'text', (column) => column.notNull())
      .addColumn('code', 'text', (column) => column.notNull())
      .addColumn('code_key', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull()),
  )
  await createUniqueActiveIndex(db, 'cms_pages', ['code_key'])
  await createSearchIndex(db, 'cms_pages', ['title_key'])
  await createSortIndex(db, 'cms_pages', 'title_key')
  await db.schema.createIndex('cms_pages_newest').on('cms_pages').columns(['created_at', 'id']).execute()
}
