import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'
import { countRows, createRecordTable, createSearchIndex, createSortIndex } from './frozen/record-table.ts'

export async function people(db: MigrationDb) {
  await userTables(db)
  await rvTable(db)
  await warrantyTables(db)
  await letUsersAct(db)
}

async function userTables(db: MigrationDb) {
  await createRecordTable(db, 'users', (table) =>
    table
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('email', 'text', (column) => column.notNull())
      .addColumn('email_key', 'text', (column) => column.notNull().unique())
      .addColumn('type', 'text', (column) => column.notNull())
      .addColumn('social_id', 'text')
      .addColumn('status', 'integer', (column) => column.notNull())
      .addColumn('password_hash', 'text')
      .addColumn('must_change_password', 'integer', (column) => column.notNull()),
  )
  await createSearchIndex(db, 'users', ['name_key', 'email_key'])
  for (const column of ['name_key', 'email_key', 'status']) await createSortIndex(db, 'users', column)
  await db.schema.createIndex('users_newest').on('users').columns(['created_at', 'id']).execute()
  await db.schema.createIndex('users_by_social_id').on('users').columns(['type', 'social_id']).unique().execute()

  await db.schema
    .createTable('app_sessions')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('app_sessions_of_user').on('app_sessions').column('user_id').execute()

  await db.schema
    .createTable('app_sign_ins')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
  await countRows(db, 'app_sign_ins')
}

async function rvTable(db: MigrationDb) {
  await createRecordTable(db, 'rvs', (table) =>
    table
      .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
      .addColumn('cat_id', 'text', (column) => column.notNull().references('rv_types.id'))
      .addColumn('model_id', 'text', (column) => column.notNull().references('models.id'))
      .addColumn('year_id', 'text', (column) => column.notNull().references('years.id'))
      .addColumn('serial_no', 'text')
      .addColumn('vin', 'text', (column) => column.notNull()),
  )
  await createSearchIndex(db, 'rvs', ['serial_no', 'vin'])
  for (const column of ['user_id', 'cat_id', 'model_id', 'year_id', 'serial_no', 'vin']) {
    await createSortIndex(db, 'rvs', column)
  }
  await db.schema.createIndex('rvs_newest').on('rvs').columns(['created_at', 'id']).execute()
}

async function warrantyTables(db: MigrationDb) {
  await db.schema
    .createTable('warranties')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('serial', 'text', (column) => column.notNull())
    .addColumn('model', 'text', (column) => column.notNull())
    .addColumn('purchased_on', 'text', (column) => column.notNull())
    .addColumn('expires_on', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('warranties_by_serial').on('warranties').columns(['serial', 'expires_on desc']).execute()
  await db.schema
    .createTable('warranty_answers')
    .addColumn('serial', 'text', (column) => column.primaryKey())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
}

// Until now only administrators changed records. SQLite cannot loosen a column, so the table is written again.
async function letUsersAct(db: MigrationDb) {
  await sql`alter table activity rename to activity_before`.execute(db)
  await db.schema.dropIndex('activity_of_record').execute()
  await db.schema
    .createTable('activity')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('at', 'text', (column) => column.notNull())
    .addColumn('admin_id', 'text', (column) => column.references('admins.id'))
    .addColumn('user_id', 'text', (column) => column.references('users.id'))
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('table_name', 'text', (column) => column.notNull())
    .addColumn('record_id', 'text', (column) => column.notNull())
    .addColumn('changes', 'text', (column) => column.notNull())
    .execute()
  const kept = sql.raw('id, at, admin_id, action, table_name, record_id, changes')
  await sql`insert into activity (${kept}) select ${kept} from activity_before`.execute(db)
  await db.schema.dropTable('activity_before').execute()
  await db.schema.createIndex('activity_of_record').on('activity').columns(['record_id', 'id']).execute()
}
