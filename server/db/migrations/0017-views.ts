import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** Named views of lists, and how each administrator has arranged them. */
export async function views(db: MigrationDb) {
  await db.schema
    .createTable('views')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('admin_id', 'text', (column) => column.notNull().references('admins.id').onDelete('cascade'))
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('name_key', 'text', (column) => column.notNull())
    .addColumn('is_shared', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('views_of_admin').on('views').columns(['admin_id', 'list', 'name_key']).unique().execute()
  await sql`create unique index views_shared on views (list, name_key) where is_shared = 1`.execute(db)

  await db.schema
    .createTable('list_preferences')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('admin_id', 'text', (column) => column.notNull().references('admins.id').onDelete('cascade'))
    .addColumn('list', 'text', (column) => column.notNull())
    .addColumn('columns', 'text')
    .addColumn('per_page', 'integer')
    .addColumn('last', 'text')
    .addColumn('default_view', 'text', (column) => column.references('views.id').onDelete('set null'))
    .execute()
  await db.schema
    .createIndex('list_preferences_of_admin')
    .on('list_preferences')
    .columns(['admin_id', 'list'])
    .unique()
    .execute()
  await db.schema.createIndex('list_preferences_by_view').on('list_preferences').column('default_view').execute()
}
