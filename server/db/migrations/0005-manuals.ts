import type { MigrationDb } from './frozen/migration-db.ts'
import { createRecordTable, createSortIndex, createUniqueActiveIndex } from './frozen/record-table.ts'

export async function manuals(db: MigrationDb) {
  await createRecordTable(db, 'manuals', (table) =>
    table
      .addColumn('cat_id', 'text', (column) => column.notNull().references('rv_types.id'))
      .addColumn('year_id', 'text', (column) => column.notNull().references('years.id'))
      .addColumn('pdf_file', 'text')
      .addColumn('pdf_made_at', 'text'),
  )
  await createUniqueActiveIndex(db, 'manuals', ['cat_id', 'year_id'])
  await createSortIndex(db, 'manuals', 'cat_id')
  await createSortIndex(db, 'manuals', 'year_id')
  await createNewestIndex(db, 'manuals')

  await createRecordTable(db, 'manual_pages', (table) =>
    table
      .addColumn('manual_id', 'text', (column) => column.notNull().references('manuals.id'))
      .addColumn('topic_id', 'text', (column) => column.notNull().references('topics.id'))
      .addColumn('subtopic_id', 'text', (column) => column.notNull().references('sub_topics.id'))
      .addColumn('content', 'text', (column) => column.notNull()),
  )
  await createUniqueActiveIndex(db, 'manual_pages', ['manual_id', 'topic_id', 'subtopic_id'])
  for (const column of ['manual_id', 'topic_id', 'subtopic_id']) await createSortIndex(db, 'manual_pages', column)
  await createNewestIndex(db, 'manual_pages')
  // A manual asks whether any of its pages is younger than its PDF.
  await db.schema
    .createIndex('manual_pages_last_changed')
    .on('manual_pages')
    .columns(['manual_id', 'updated_at'])
    .execute()
}

const createNewestIndex = (db: MigrationDb, table: 'manuals' | 'manual_pages') =>
  db.schema.createIndex(`${table}_newest`).on(table).columns(['created_at', 'id']).execute()
