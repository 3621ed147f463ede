import type { MigrationDb } from './frozen/migration-db.ts'

/** The tables of release 1.3.0. */
export async function release130(_db: MigrationDb) {}
