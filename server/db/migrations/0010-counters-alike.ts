import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'
import { createCounters } from './frozen/postgres-dialect.ts'

/**
 * Older installations count with functions that were written differently. They count the same, but what later migrations
 * find must be the same everywhere.
 */
export async function countersAlike(db: MigrationDb) {
  if (isPostgres(db)) await createCounters(db)
}
