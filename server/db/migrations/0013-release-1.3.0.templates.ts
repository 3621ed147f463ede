import type { MigrationDb } from './frozen/migration-db.ts'
import { keepNameWords } from './frozen/name-words.ts'
import {
  createRecordTable,
  createSearchIndex,
  createSortIndex,
  createUniqueActiveIndex,
} from './frozen/record-table.ts'

/** Texts of messages that are sent again and again. */
export async function templates(db: MigrationDb) {
  await createRecordTable(db, 'templates', (table) =>
    table
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('title_key', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('description_key', 'text', (column) => column.notNull())
      .addColumn('purpose', 'text', (column) => column.notNull()),
  )
  await createSearchIndex(db, 'templates', ['name_key', 'title_key', 'description_key'])
  for (const column of ['name_key', 'title_key', 'description_key']) await createSortIndex(db, 'templates', column)
  await createSortIndex(db, 'templates', 'purpose')
  await createUniqueActiveIndex(db, 'templates', ['name_key'])
  await db.schema.createIndex('templates_newest').on('templates').columns(['created_at', 'id', 'is_deleted']).execute()
  await keepNameWords(db, 'templates', ['name_key'])
}
