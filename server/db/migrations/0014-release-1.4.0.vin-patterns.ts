import type { MigrationDb } from './frozen/migration-db.ts'
import { keepNameWords } from './frozen/name-words.ts'
import {
  createRecordTable,
  createSearchIndex,
  createSortIndex,
  createUniqueActiveIndex,
} from './frozen/record-table.ts'

/** What the beginnings of VINs say about RVs. */
export async function vinPatterns(db: MigrationDb) {
  await createRecordTable(db, 'vin_patterns', (table) =>
    table
      .addColumn('prefix', 'text', (column) => column.notNull())
      .addColumn('prefix_key', 'text', (column) => column.notNull())
      .addColumn('cat_id', 'text', (column) => column.notNull().references('rv_types.id'))
      .addColumn('year_id', 'text', (column) => column.references('years.id'))
      .addColumn('model_id', 'text', (column) => column.references('models.id')),
  )
  await createSearchIndex(db, 'vin_patterns', ['prefix_key'])
  for (const column of ['prefix_key', 'cat_id', 'year_id', 'model_id'])
    await createSortIndex(db, 'vin_patterns', column)
  await createUniqueActiveIndex(db, 'vin_patterns', ['prefix_key'])
  await db.schema
    .createIndex('vin_patterns_newest')
    .on('vin_patterns')
    .columns(['created_at', 'id', 'is_deleted'])
    .execute()
  await keepNameWords(db, 'vin_patterns', ['prefix_key'])
}
