import type { Db } from '../schema.ts'
import type { Engine } from './engine-types.ts'
import { isPostgres } from './is-postgres.ts'
import { postgresEngine } from './postgres-engine.ts'
import { sqliteEngine } from './sqlite-engine.ts'

/** The engine of an open database or a transaction. */
export const engineOf = (db: Db): Engine => (isPostgres(db) ? postgresEngine : sqliteEngine)
