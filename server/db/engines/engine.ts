import type { Db, Tables } from '../schema.ts'
import { isPostgres } from './is-postgres.ts'
import { postgresEngine } from './postgres-engine.ts'
import { sqliteEngine } from './sqlite-engine.ts'

/** Batches of some thousand rows. */
export type Chunks = Iterable<Record<string, unknown>[]> | AsyncIterable<Record<string, unknown>[]>

/** Everything that differs between SQLite and PostgreSQL; all other queries are the same for both. */
export type Engine = {
  /** Runs `work` in a transaction: atomic and serializable. */
  transaction: <Result>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>
  /** The same in a transaction that no other work ever shares. */
  transactionAlone: <Result>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>
  /** Runs a setup step in a transaction that only one server at a time can hold; the others wait for it. */
  withSetupLock: <Result>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>
  /**
   * The same for a change of the schema that rebuilds tables: references are not checked while it runs but before it is
   * committed. Throws when a row then refers to one that is missing.
   */
  withSchemaLock: <Result>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>
  /** Locks an idempotency key until the transaction ends. Resolves to false when another server holds it. */
  tryLockKey: (db: Db, key: string) => Promise<boolean>
  /** Whether `for update skip locked` is available. */
  skipsLocked: boolean
  /** Runs a query that may take long, on another thread where it would block the event loop. */
  rowsOffThread: <Row>(db: Db, text: string, values: readonly (string | number)[]) => Promise<Row[]>
  /** The rows of a query as the text of a JSON array, which is put together elsewhere too. */
  jsonOffThread: (db: Db, text: string, values: readonly (string | number)[]) => Promise<string>
  /** Put at the end of a subselect: what it computes is computed once for each row, whatever is around it. */
  apart: string
  /**
   * A FROM clause that reads `outer` in index order and looks up the matching rows of `inner`. `index` is named where that
   * order only begins as the requested one does.
   */
  orderedJoin: (outer: string, inner: string, on: string, index?: string) => string
  /** A FROM clause that finds rows by this index, also where the planner expects that most rows share one value. */
  fromIndex: (table: string, index: string) => string
  /** SQL for the number of the next row of `changes`. */
  nextChange: string
  /** A subselect of the strings in the JSON array that is bound to its one placeholder. */
  textsFromJson: string
  /**
   * Whether searchable tables have a search table of their own, `{table}_search`; else the planner finds the search
   * index.
   */
  hasSearchTable: boolean
  /** The quickest key for finding a row; it is part of every index. */
  rowKey: 'seq' | 'id'
  /** Brings up to date what the planner knows of tables that have grown. */
  keepStatistics: (db: Db) => Promise<void>
  /**
   * Gives so many pages back to the file system, of those that hold nothing any more, but for a part of all that stays for what
   * comes next. Resolves to how many there were to give.
   */
  giveBackPages: (db: Db, most: number, leftFree?: number) => Promise<number>
  /** Runs `work`, after which what it has replaced or deleted is in no page of the database any more. */
  withoutRemains: <Result>(db: Db, work: () => Promise<Result>) => Promise<Result>
  /** Empties the log of what was written, so that nothing of before is in it. */
  clearRemains: (db: Db) => Promise<void>
  /**
   * Writes tables anew, without what they have kept of former rows, where the database does not overwrite that by itself.
   * Nobody uses them meanwhile.
   */
  rewrite: (db: Db, tables: readonly (keyof Tables)[]) => Promise<void>
  /** Used by insert-many.ts, which documents it. */
  fill: (db: Db, table: keyof Tables, columns: string[], chunks: Chunks, bulk: boolean) => Promise<void>
}

/** The engine of an open database or a transaction. */
export const engineOf = (db: Db): Engine => (isPostgres(db) ? postgresEngine : sqliteEngine)
