import type { MigrationDb } from './frozen/migration-db.ts'
import { keepNameWords } from './frozen/name-words.ts'
import {
  createRecordTable,
  createSearchIndex,
  createSortIndex,
  createUniqueActiveIndex,
} from './frozen/record-table.ts'

/** Audiences that have a name. */
export async function savedAudiences(db: MigrationDb) {
  await createRecordTable(db, 'audiences', (table) =>
    table
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('audience', 'text', (column) => column.notNull()),
  )
  await createSearchIndex(db, 'audiences', ['name_key'])
  await createSortIndex(db, 'audiences', 'name_key')
  await createUniqueActiveIndex(db, 'audiences', ['name_key'])
  await db.schema.createIndex('audiences_newest').on('audiences').columns(['created_at', 'id', 'is_deleted']).execute()
  await keepNameWords(db, 'audiences', ['name_key'])
}
