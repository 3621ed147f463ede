import type { MigrationDb } from './frozen/migration-db.ts'
import { createRecordTable, createSearchIndex, createSortIndex } from './frozen/record-table.ts'

const texts = [
  'name',
  'name_key',
  'type',
  'active_lines',
  'address',
  'area',
  'city',
  'city_key',
  'state',
  'state_key',
  'country',
  'zip',
  'phone',
  'tollfree',
  'hour_sales',
  'hour_service',
  'hour_parts',
]

export async function dealers(db: MigrationDb) {
  await createRecordTable(db, 'dealers', (table) =>
    texts
      .reduce((table, name) => table.addColumn(name, 'text', (column) => column.notNull()), table)
      .addColumn('logo_file', 'text')
      .addColumn('latitude', 'real', (column) => column.notNull())
      .addColumn('longitude', 'real', (column) => column.notNull()),
  )
  await createSearchIndex(db, 'dealers', ['name_key', 'city_key', 'state_key', 'phone', 'tollfree'])
  for (const column of ['name_key', 'type', 'active_lines', 'city_key', 'state_key', 'phone', 'tollfree']) {
    await createSortIndex(db, 'dealers', column)
  }
  await db.schema.createIndex('dealers_newest').on('dealers').columns(['created_at', 'id']).execute()
}
