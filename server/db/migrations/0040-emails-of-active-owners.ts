import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'
import { rebuildRecordTable } from './frozen/rebuild-record-table.ts'
import { createUniqueActiveIndex } from './frozen/record-table.ts'

/** An owner who was taken back with an import leaves their address to whoever registers with it. */
export async function emailsOfActiveOwners(db: MigrationDb) {
  if (isPostgres(db)) await sql`alter table users drop constraint users_email_key_key`.execute(db)
  else
    await rebuildRecordTable(db, 'users', (table) =>
      table
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('name_key', 'text', (column) => column.notNull())
        .addColumn('email', 'text', (column) => column.notNull())
        .addColumn('email_key', 'text', (column) => column.notNull())
        .addColumn('type', 'text', (column) => column.notNull())
        .addColumn('social_id', 'text')
        .addColumn('status', 'integer', (column) => column.notNull())
        .addColumn('password_hash', 'text')
        .addColumn('must_change_password', 'integer', (column) => column.notNull())
        .addColumn('email_confirmed', 'integer', (column) => column.notNull().defaultTo(1))
        .addColumn('mail_problem', 'text')
        .addColumn('state', 'text', (column) => column.notNull().defaultTo(''))
        .addColumn('zip', 'text', (column) => column.notNull().defaultTo(''))
        .addColumn('new_email', 'text'),
    )
  await createUniqueActiveIndex(db, 'users', ['email_key'])
}
