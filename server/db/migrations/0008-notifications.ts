import { dialectOf } from './frozen/dialect.ts'
import type { MigrationDb } from './frozen/migration-db.ts'
import { createRecordTable, createSearchIndex, createSortIndex, stampChangesOf } from './frozen/record-table.ts'

export async function notifications(db: MigrationDb) {
  await createRecordTable(db, 'notifications', (table) =>
    table
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('title_key', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .addColumn('sent_by', 'text', (column) => column.notNull().references('admins.id'))
      .addColumn('recipients', 'integer', (column) => column.notNull())
      .addColumn('counts', 'text', (column) => column.notNull()),
  )
  await createSearchIndex(db, 'notifications', ['title_key'])
  for (const column of ['title_key', 'sent_by', 'recipients']) await createSortIndex(db, 'notifications', column)
  await db.schema.createIndex('notifications_newest').on('notifications').columns(['created_at', 'id']).execute()
  await recipientTable(db)

  await db.schema
    .createTable('devices')
    .addColumn('token', 'text', (column) => column.primaryKey())
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    // With the session ends what is told to its device.
    .addColumn('session', 'text', (column) =>
      column.notNull().references('app_sessions.token_hash').onDelete('cascade'),
    )
    .addColumn('platform', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('devices_of_user').on('devices').columns(['user_id', 'created_at']).execute()
  await db.schema.createIndex('devices_of_session').on('devices').column('session').execute()
}

/** Lean, as a message may go to everybody. What makes a list of them possible is not kept but computed. */
async function recipientTable(db: MigrationDb) {
  await db.schema
    .createTable('notification_recipients')
    .addColumn('seq', 'integer', dialectOf(db).numbered)
    .addColumn('notification_id', 'text', (column) => column.notNull().references('notifications.id'))
    .addColumn('user_id', 'text', (column) => column.notNull().references('users.id'))
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('reason', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('read_at', 'text')
    .addColumn('id', 'text', dialectOf(db).computed('user_id'))
    .addColumn('is_deleted', 'integer', dialectOf(db).computed('0'))
    .execute()
  // One row a user and message, whatever happens: nobody can be told twice.
  await db.schema
    .createIndex('notification_recipients_twins')
    .on('notification_recipients')
    .columns(['notification_id', 'user_id'])
    .unique()
    .execute()
  await db.schema
    .createIndex('notification_recipients_by_state')
    .on('notification_recipients')
    .columns(['notification_id', 'state', 'seq'])
    .execute()
  await db.schema
    .createIndex('notification_recipients_inbox')
    .on('notification_recipients')
    .columns(['user_id', 'seq'])
    .execute()
  await stampChangesOf(db, 'notification_recipients', 'read_at')
}
