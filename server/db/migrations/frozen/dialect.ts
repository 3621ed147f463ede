import type { Dialect } from './dialect-type.ts'
import { isPostgres, type MigrationDb } from './migration-db.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { sqliteDialect } from './sqlite-dialect.ts'

/** The dialect of an open database or a transaction. */
export const dialectOf = (db: MigrationDb): Dialect => (isPostgres(db) ? postgresDialect : sqliteDialect)
