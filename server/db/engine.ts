import type { ColumnDefinitionBuilder } from 'kysely'
import { isPostgres } from './is-postgres.ts'
import { postgresEngine } from './postgres-engine.ts'
import type { Db, Tables } from './schema.ts'
import { sqliteEngine } from './sqlite-engine.ts'

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

/** Batches of some thousand rows. */
export type Chunks = Iterable<Record<string, unknown>[]> | AsyncIterable<Record<string, unknown>[]>

/** Everything that differs between SQLite and PostgreSQL; all other queries are the same for both. */
export type Engine = {
  /** Runs `work` in a transaction: atomic and serializable. */
  transaction: <Result>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>
  /** Runs a setup step in a transaction that only one server at a time can hold; the others wait for it. */
  withSetupLock: <Result>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>
  /** Locks an idempotency key until the transaction ends. Resolves to false when another server holds it. */
  tryLockKey: (db: Db, key: string) => Promise<boolean>
  /** Whether `for update skip locked` is available. */
  skipsLocked: boolean
  /** Runs a query that may take long, on another thread where it would block the event loop. */
  rowsOffThread: <Row>(db: Db, text: string, values: readonly (string | number)[]) => Promise<Row[]>
  /** A FROM clause that reads `outer` in index order and looks up the matching rows of `inner`. */
  orderedJoin: (outer: string, inner: string, on: string) => string
  /** A subselect of the strings in the JSON array that is bound to its one placeholder. */
  textsFromJson: string
  /**
   * Whether searchable tables have a search table of their own, `{table}_search`; else the planner finds the search
   * index.
   */
  hasSearchTable: boolean
  /** The quickest key for finding a row; it is part of every index. */
  rowKey: 'seq' | 'id'
  /** Column definitions: an automatically numbered key, and a generated column. */
  numbered: Column
  computed: (from: string) => Column
  /** Used by record-table.ts and insert-many.ts, which document them. */
  createRecordCounts: (db: Db) => Promise<void>
  countRecords: (db: Db, table: string) => Promise<void>
  countRows: (db: Db, table: string) => Promise<void>
  stampChangesOf: (db: Db, table: string, column: string) => Promise<void>
  createSearchIndex: (db: Db, table: string, columns: string[]) => Promise<void>
  /** How a column is written in an index so that nulls sort first on both databases. */
  indexed: (db: Db, table: string, column: string) => Promise<string>
  fill: (db: Db, table: keyof Tables, columns: string[], chunks: Chunks, anew: boolean) => Promise<void>
}

/** The engine of an open database or a transaction. */
export const engineOf = (db: Db): Engine => (isPostgres(db) ? postgresEngine : sqliteEngine)
