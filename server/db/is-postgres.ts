import { PostgresAdapter } from 'kysely'
import type { Db } from './schema.ts'

/** Whether an open database, or a transaction, is one of PostgreSQL. */
export const isPostgres = (db: Db) => db.getExecutor().adapter instanceof PostgresAdapter
