import { type Kysely, PostgresAdapter } from 'kysely'

/**
 * The database as a migration sees it: any table with any columns, because the tables of the moment are not those that
 * the migration found.
 */
export type MigrationDb = Kysely<Record<string, Record<string, string | number | null>>>

/** Whether the database is PostgreSQL. */
export const isPostgres = (db: MigrationDb) => db.getExecutor().adapter instanceof PostgresAdapter
