import { Kysely, type Logger, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Db, Tables } from '../schema.ts'
import { numbersAsNumbers } from './postgres-types.ts'
import { setSource } from './snapshot.ts'
import { watchedPool } from './watched-pool.ts'

const CONNECTIONS = 16
/** The name of this product's connections in PostgreSQL. */
export const APPLICATION_NAME = 'rv-owner-back-office server'
const SECONDS = 1000

/** How long one statement may take, in milliseconds. */
type Limits = {
  /** After which PostgreSQL cancels it. */
  statement: number
  /** After which its connection is given up: PostgreSQL should have answered by now. */
  answer: number
  /**
   * How long a transaction may be idle, for instance a frozen server's, before PostgreSQL ends it and frees its locks.
   */
  idle: number
}
const LIMITS_OF_CALLS: Limits = { statement: 20 * SECONDS, answer: 25 * SECONDS, idle: 30 * SECONDS }

/**
 * Opens a pool of connections to the database at `url` (postgres://…). It connects at the first query. Statements take
 * as long as they need, unless there are limits. `log` gets each statement.
 */
export function openPostgres(url: string, connections = CONNECTIONS, limits?: Limits, log: Logger | [] = []): Db {
  const settings: pg.PoolConfig = {
    connectionString: url,
    max: connections,
    // Callers get an answer within five seconds.
    connectionTimeoutMillis: 4 * SECONDS,
    // Notices that the other machine is gone even while nothing is sent.
    keepAlive: true,
    idle_in_transaction_session_timeout: limits?.idle ?? 300 * SECONDS,
    // A transaction that holds a lock too long must not block all other writers.
    lock_timeout: 10 * SECONDS,
    application_name: APPLICATION_NAME,
    types: numbersAsNumbers,
  }
  const pool = limits
    ? watchedPool({ ...settings, statement_timeout: limits.statement }, { longest: limits.answer })
    : watchedPool(settings)
  // The query that needed a lost connection reports the loss, and the connection is replaced. Without a listener the
  // event would end the process.
  const ignore = () => {}
  pool.on('error', ignore)
  pool.on('connect', (client) => client.on('error', ignore))
  const db: Db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log })
  setSource(db, () => ({ url }))
  return db
}

/** The same for callers, who would have given up long before such slow statements end. */
export const openPostgresForCalls = (url: string, limits = LIMITS_OF_CALLS) => openPostgres(url, CONNECTIONS, limits)
