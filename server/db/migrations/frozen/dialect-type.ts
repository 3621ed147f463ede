import type { ColumnDefinitionBuilder } from 'kysely'
import type { MigrationDb } from './migration-db.ts'

type Column = (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder

/** What differs between the databases when tables are built. record-table.ts documents the functions it exports. */
export type Dialect = {
  /** Column definitions: an automatically numbered key, and a generated column. */
  numbered: Column
  computed: (from: string) => Column
  countRecords: (db: MigrationDb, table: string) => Promise<void>
  countRows: (db: MigrationDb, table: string) => Promise<void>
  stampChangesOf: (db: MigrationDb, table: string, column: string) => Promise<void>
  dropSearchIndex: (db: MigrationDb, table: string) => Promise<void>
  createSearchIndex: (db: MigrationDb, table: string, columns: string[]) => Promise<void>
  /** How a column is written in an index so that nulls sort first on both databases. */
  indexed: (db: MigrationDb, table: string, column: string) => Promise<string>
}
