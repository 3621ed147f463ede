import { type ColumnDefinitionBuilder, sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { dialectOf } from './frozen/dialect.ts'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

/** Several administrators, what each signs in with, and from where. Whoever is there already stays active. */
export async function aTeam(db: MigrationDb) {
  await administrators(db)
  await sessions(db)
  await signingIn(db)
  await secondFactors(db)
  await db.schema
    .alterTable('users')
    .addColumn('email_confirmed', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
}

async function administrators(db: MigrationDb) {
  const added = () => db.schema.alterTable('admins')
  const zero = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)
  await added().addColumn('is_deleted', 'integer', zero).execute()
  await added()
    .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
    .execute()
  await added()
    .addColumn('status', 'text', (column) => column.notNull().defaultTo('ACTIVE'))
    .execute()
  await added().addColumn('passkey_count', 'integer', zero).execute()
  for (const time of ['invited_until', 'last_sign_in', 'totp_since', 'recovery_since']) {
    await added().addColumn(time, 'text').execute()
  }
  await countAdmins(db)
  await db.schema
    .createTable('invitations')
    .addColumn('admin_id', 'text', (column) => column.primaryKey().references('admins.id').onDelete('cascade'))
    .addColumn('request', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.unique())
    .execute()
}

// Until now only a new name moved the stamp of the table, and nothing counted its rows.
async function countAdmins(db: MigrationDb) {
  const counts = isPostgres(db) ? 'record_count_slots' : 'record_counts'
  await sql.raw(isPostgres(db) ? 'drop trigger admins_stamp on admins' : 'drop trigger admins_stamp').execute(db)
  await sql.raw(`delete from ${counts} where table_name = 'admins'`).execute(db)
  await dialectOf(db).countRecords(db, 'admins')
  await sql
    .raw(`update ${counts} set active = (select count(*) from admins), stamp = 1 where table_name = 'admins'`)
    .execute(db)
}

async function sessions(db: MigrationDb) {
  for (const column of ['id', 'device', 'address', 'proved_at']) {
    await db.schema
      .alterTable('sessions')
      .addColumn(column, 'text', (added) => added.notNull().defaultTo(''))
      .execute()
  }
  for (const column of ['end_hash', 'browser']) {
    await db.schema.alterTable('sessions').addColumn(column, 'text').execute()
  }
  const open = await db.selectFrom('sessions').select(['token_hash', 'created_at']).execute()
  for (const { token_hash, created_at } of open) {
    await db
      .updateTable('sessions')
      .set({ id: newId(), device: 'an unknown browser', proved_at: created_at as string })
      .where('token_hash', '=', token_hash as string)
      .execute()
  }
  await db.schema.createIndex('sessions_by_id').on('sessions').column('id').unique().execute()
  await db.schema.createIndex('sessions_by_end').on('sessions').column('end_hash').unique().execute()
}

async function signingIn(db: MigrationDb) {
  await db.schema
    .createTable('known_browsers')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('used_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('known_browsers_by_use').on('known_browsers').column('used_at').execute()
  await db.schema
    .createTable('tickets')
    .addColumn('token_hash', 'text', (column) => column.primaryKey())
    .addColumn('admin_id', 'text', (column) => column.references('admins.id').onDelete('cascade'))
    .addColumn('password_digest', 'text')
    .addColumn('tries', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('tickets_of_admin').on('tickets').column('admin_id').execute()
  await db.schema
    .createTable('challenges')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('challenge', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
}

async function secondFactors(db: MigrationDb) {
  await db.schema
    .createTable('totp_secrets')
    .addColumn('admin_id', 'text', (column) => column.primaryKey().references('admins.id').onDelete('cascade'))
    .addColumn('secret', 'text')
    .addColumn('pending', 'text')
    .addColumn('last_step', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('code_hash', 'text', (column) => column.primaryKey())
    .addColumn('admin_id', 'text', (column) => column.notNull().references('admins.id').onDelete('cascade'))
    .execute()
  await db.schema.createIndex('recovery_codes_of_admin').on('recovery_codes').column('admin_id').execute()
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('admin_id', 'text', (column) => column.notNull().references('admins.id').onDelete('cascade'))
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'integer', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('used_at', 'text')
    .execute()
  await db.schema.createIndex('passkeys_of_admin').on('passkeys').column('admin_id').execute()
}
