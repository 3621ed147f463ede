import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

/** What housekeeping needs to find old rows without reading whole tables, and to count sign-ins that it removes. */
export async function pruning(db: MigrationDb) {
  await db.schema.createIndex('app_sessions_by_use').on('app_sessions').column('used_at').execute()
  await db.schema.createIndex('app_sessions_by_age').on('app_sessions').column('created_at').execute()
  await db.schema.createIndex('tries_by_end').on('tries').column('window_ends_at').execute()
  await db.schema.createIndex('otps_by_end').on('otps').column('expires_at').execute()
  await db.schema
    .createTable('pruned_rows')
    .addColumn('table_name', 'text', (column) => column.primaryKey())
    .addColumn('total', 'integer', (column) => column.notNull())
    .execute()
  await (isPostgres(db) ? countDeletedOnPostgres(db) : countDeletedOnSqlite(db))
}

const countDeletedOnSqlite = (db: MigrationDb) =>
  sql`create trigger app_sign_ins_counts_delete after delete on app_sign_ins begin
        update record_counts set active = active - 1, stamp = stamp + 1 where table_name = 'app_sign_ins';
      end`.execute(db)

async function countDeletedOnPostgres(db: MigrationDb) {
  await sql`
    create function count_rows_deleted() returns trigger as $$
    declare
      gone bigint := (select count(*) from old_rows);
    begin
      if gone > 0 then perform move_record_count(tg_table_name, - gone, 0); end if;
      return null;
    end $$ language plpgsql`.execute(db)
  await sql`
    create trigger app_sign_ins_counts_delete after delete on app_sign_ins referencing old table as old_rows
    for each statement execute function count_rows_deleted()`.execute(db)
}
