import type { MigrationDb } from './frozen/migration-db.ts'
import {
  createRecordCounts,
  createRecordTable,
  createSearchIndex,
  createSortIndex,
  createUniqueActiveIndex,
} from './frozen/record-table.ts'

export async function accountAndCatalogue(db: MigrationDb) {
  await accountTables(db)
  await houseKeepingTables(db)

  await createRecordTable(db, 'rv_types', (table) =>
    table
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('seq_no', 'integer', (column) => column.notNull()),
  )
  await createUniqueActiveIndex(db, 'rv_types', ['name_key'])
  await createSearchIndex(db, 'rv_types', ['name_key'])
  await createSortIndex(db, 'rv_types', 'name_key')
  await createOrderIndexes(db, 'rv_types')

  await createRecordTable(db, 'years', (table) =>
    table
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull()),
  )
  await createUniqueActiveIndex(db, 'years', ['name_key'])
  await createSearchIndex(db, 'years', ['name_key'])
  await createSortIndex(db, 'years', 'name_key')
  await db.schema.createIndex('years_newest').on('years').columns(['created_at', 'id']).execute()

  await createRecordTable(db, 'models', (table) =>
    table
      .addColumn('cat_id', 'text', (column) => column.notNull().references('rv_types.id'))
      .addColumn('year_id', 'text', (column) => column.notNull().references('years.id'))
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('seq_no', 'integer', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('description_key', 'text', (column) => column.notNull()),
  )
  await createUniqueActiveIndex(db, 'models', ['cat_id', 'year_id', 'name_key'])
  await createSearchIndex(db, 'models', ['name_key', 'description_key'])
  await createSortIndex(db, 'models', 'name_key')
  await createSortIndex(db, 'models', 'description_key')
  await createSortIndex(db, 'models', 'cat_id')
  await createSortIndex(db, 'models', 'year_id')
  await createOrderIndexes(db, 'models')
}

async function createOrderIndexes(db: MigrationDb, table: 'rv_types' | 'models') {
  await createSortIndex(db, table, 'seq_no')
  await db.schema.createIndex(`${table}_in_order`).on(table).columns(['seq_no', 'created_at desc', 'id']).execute()
}

async function accountTables(db: MigrationDb) {
  await db.schema
    .createTable('secrets')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('admins')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('avatar_file', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('admin_id', 'text', (column) => column.notNull().references('admins.id'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('sessions_of_admin').on('sessions').column('admin_id').execute()
  await db.schema
    .createTable('otps')
    .addColumn('email', 'text', (column) => column.primaryKey())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('tries', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('tries')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('window_ends_at', 'text', (column) => column.notNull())
    .execute()
}

async function houseKeepingTables(db: MigrationDb) {
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('body_hash', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('idempotency_keys_by_age').on('idempotency_keys').column('created_at').execute()
  await db.schema
    .createTable('jobs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('run_at', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .execute()
  await db.schema.createIndex('jobs_due').on('jobs').columns(['run_at', 'id']).execute()
  await db.schema
    .createTable('activity')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('admin_id', 'text', (column) => column.notNull().references('admins.id'))
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('table_name', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('activity_of_record').on('activity').columns(['record_id', 'id']).execute()
  await createRecordCounts(db)
}
