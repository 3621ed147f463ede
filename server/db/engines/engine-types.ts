import type { Db, Tables } from '../schema.ts'

/** Batches of several thousand rows. */
export type Chunks = Iterable<Record<string, unknown>[]> | AsyncIterable<Record<string, unknown>[]>

/** Everything that differs between SQLite and PostgreSQL; all other queries are the same for both. */
export type Engine = {
  /** Runs `work` in a transaction: atomic and serializable. */
  transaction: <Result>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>
  /** The same in a transaction that never shares its commit with other work. */
  transactionAlone: <Result>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>
  /** Runs a setup step in a transaction that only one server at a time can hold; the others wait. */
  withSetupLock: <Result>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>
  /**
   * The same for a schema change that rebuilds tables: references are not checked while it runs, but before it commits.
   * Throws if a row then refers to a missing one.
   */
  withSchemaLock: <Result>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>
  /** Locks an idempotency key until the transaction ends. Resolves to false when another server holds it. */
  tryLockKey: (db: Db, key: string) => Promise<boolean>
  /** Whether `for update skip locked` is available. */
  skipsLocked: boolean
  /** Runs a query that may take long, on another thread if it would block the event loop. */
  rowsOffThread: <Row>(db: Db, text: string, values: readonly (string | number)[]) => Promise<Row[]>
  /** A query's rows as the text of a JSON array, which is assembled off the thread too. */
  jsonOffThread: (db: Db, text: string, values: readonly (string | number)[]) => Promise<string>
  /** Ends a subselect whose values are to be computed once per row, whatever surrounds it. */
  apart: string
  /**
   * A FROM clause that reads `outer` in index order and looks up the matching rows of `inner`. `index` is given if that
   * order only starts like the requested one.
   */
  orderedJoin: (outer: string, inner: string, on: string, index?: string) => string
  /** A FROM clause that uses this index even if the planner expects that most rows share one value. */
  fromIndex: (table: string, index: string) => string
  /** A FROM clause that can be read by `seq` until enough rows are found, even if an index fits the conditions. */
  inSeqOrder: (table: string) => string
  /** SQL for the number of the next row of `changes`. */
  nextChange: string
  /** A subselect of the strings in the JSON array bound to its one placeholder. */
  textsFromJson: string
  /** A FROM item `asked` with a row for each array of texts in the bound JSON array: `asked.value ->> 0`. */
  rowsFromJson: string
  /**
   * Whether searchable tables have their own search table, `{table}_search`; else the planner finds the search index.
   */
  hasSearchTable: boolean
  /** The fastest key for finding a row; it is part of every index. */
  rowKey: 'seq' | 'id'
  /** Updates the planner's statistics for tables that have grown. */
  keepStatistics: (db: Db) => Promise<void>
  /**
   * Returns up to so many free pages to the file system, leaving a share of all pages for future growth. Resolves to
   * how many there were to return.
   */
  giveBackPages: (db: Db, most: number, leftFree?: number) => Promise<number>
  /** Runs `work`, after which no page of the database contains what it replaced or deleted. */
  withoutRemains: <Result>(db: Db, work: () => Promise<Result>) => Promise<Result>
  /** Empties the write log, so that nothing from before is left in it. */
  clearRemains: (db: Db) => Promise<void>
  /**
   * Rewrites tables without remains of former rows, if the database does not overwrite those itself. Nothing else uses
   * them meanwhile.
   */
  rewrite: (db: Db, tables: readonly (keyof Tables)[]) => Promise<void>
  /** Used by insert-many.ts, which documents it. */
  fill: (db: Db, table: keyof Tables, columns: string[], chunks: Chunks, bulk: boolean) => Promise<void>
}
