import { PostgresAdapter } from 'kysely'
import type { Db } from '../schema.ts'

/** Whether an open database or a transaction belongs to PostgreSQL. */
export const isPostgres = (db: Db) => db.getExecutor().adapter instanceof PostgresAdapter
