import { sql } from 'kysely'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

/** Which servers there are. Tables that only have a stamp count nothing any more, and tables that jump have statistics. */
export async function servers(db: MigrationDb) {
  await db.schema
    .createTable('servers')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('schema_name', 'text', (column) => column.notNull())
    .addColumn('started_at', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addColumn('offset_ms', 'integer')
    .addColumn('hears', 'integer')
    .addColumn('state', 'text', (column) => column.notNull())
    .execute()
  await (isPostgres(db) ? analyzeSooner(db) : forgetCounts(db))
}

// Filling such a table at once has written a count that nothing kept up to date.
const forgetCounts = (db: MigrationDb) =>
  sql`update record_counts set active = 0, deleted = 0 where not exists
    (select 1 from sqlite_master where type = 'trigger' and name = record_counts.table_name || '_counts_insert')`.execute(
    db,
  )

/** Tables that grow by thousands of rows at once; by default a tenth of a table has to change before it is analyzed. */
const JUMPING = [
  'users',
  'rvs',
  'checklists',
  'maintenance_items',
  'dealers',
  'notification_recipients',
  'changes',
  'activity',
  'sessions',
  'app_sessions',
]

async function analyzeSooner(db: MigrationDb) {
  for (const table of JUMPING) {
    await sql
      .raw(
        `alter table ${table} set (autovacuum_analyze_scale_factor = 0.02, autovacuum_analyze_threshold = 500,
           autovacuum_vacuum_scale_factor = 0.05)`,
      )
      .execute(db)
  }
}
