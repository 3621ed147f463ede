import type { ColumnDefinitionBuilder } from 'kysely'
import { isPostgres } from './is-postgres.ts'
import { postgresEngine } from './postgres-engine.ts'
import type { Db, Tables } from './schema.ts'
import { sqliteEngine } from './sqlite-engine.ts'

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

/** Rows, some thousands at a time. */
export type Chunks = Iterable<Record<string, unknown>[]> | AsyncIterable<Record<string, unknown>[]>

/** All that SQLite and PostgreSQL do differently; everything else is one set of queries for both. */
export type Engine = {
  /** Runs `work` so that it either happens as a whole or not at all, and as if nothing else happened meanwhile. */
  transaction: <Result>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>
  /** Runs a step of setting up in a transaction; of several servers only one does at a time, the others wait. */
  withSetupLock: <Result>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>
  /** Takes hold of a call's key until the end of the transaction. Says no when another server has it. */
  tryLockKey: (db: Db, key: string) => Promise<boolean>
  /** Whether rows that another server is taking can be passed over. */
  skipsLocked: boolean
  /** Runs a query that may take long, beside the event loop where it would hold that up. */
  rowsOffThread: <Row>(db: Db, text: string, values: readonly (string | number)[]) => Promise<Row[]>
  /** The FROM of a query that walks `outer` in order and looks up what of `inner` belongs to it. */
  orderedJoin: (outer: string, inner: string, on: string) => string
  /** A subselect of the texts in the JSON array that is bound to its one placeholder. */
  textsFromJson: string
  /** Whether a search index is a table of its own, asked by the name `{table}_search`, or one the planner finds by itself. */
  hasSearchTable: boolean
  /** What finds a row quickest and stands in every index. */
  rowKey: 'seq' | 'id'
  /** Columns that are made up from others or by counting. */
  numbered: Column
  computed: (from: string) => Column
  /** For server/db/record-table.ts and insert-many.ts, where they are described. */
  createRecordCounts: (db: Db) => Promise<void>
  countRecords: (db: Db, table: string) => Promise<void>
  countRows: (db: Db, table: string) => Promise<void>
  stampChangesOf: (db: Db, table: string, column: string) => Promise<void>
  createSearchIndex: (db: Db, table: string, columns: string[]) => Promise<void>
  /** How a column is written in an index, so that nothing comes before something there as well. */
  indexed: (db: Db, table: string, column: string) => Promise<string>
  fill: (db: Db, table: keyof Tables, columns: string[], chunks: Chunks, anew: boolean) => Promise<void>
}

/** The engine behind an open database or a transaction. */
export const engineOf = (db: Db): Engine => (isPostgres(db) ? postgresEngine : sqliteEngine)
