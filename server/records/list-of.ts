import type { Compilable, Selection, SelectQueryBuilder } from 'kysely'
import type { RecordType } from '#contract/kinds.ts'
import type { Filtered } from '../db/lists/list-filters.ts'
import { inSequence, type List, newestFirst } from '../db/lists/list-page.ts'
import { canBeHidden, publishedOf } from '../db/lists/published.ts'
import type { Db, ListedTable, Tables } from '../db/schema.ts'
import { recordColumns } from './activity.ts'
import { listedColumns, ownColumns } from './own-columns.ts'
import { recordTables } from './record-tables.ts'

type Selected<Table extends RecordType> =
  | ReturnType<typeof recordColumns<Table>>[number]
  | ReturnType<typeof ownColumns<Table>>[number]

/** The SELECT of a kind's records: the columns that all records share, and its own. */
export const selectRecords = <Table extends RecordType>(db: Db, table: Table) =>
  db
    .selectFrom(table as RecordType)
    .select(recordColumns(table) as never)
    .select(ownColumns(table) as never) as object as SelectQueryBuilder<
    Tables,
    Table,
    Selection<Tables, Table, Selected<Table>>
  >

/** What is said of a list beyond its kind's description. */
type Differs<Row, Wire, Table extends RecordType> = Partial<Omit<Filtered<Table>, 'table'>> & {
  select: (db: Db) => Compilable<Row>
  toWire: (row: Row) => Wire
  /** The other tables that the SELECT reads, besides that of who changed a record last. */
  reads?: ListedTable[]
}

/**
 * The list of a kind as its description says it: filtered and sorted by its columns, in its sequence or newest first,
 * and narrowed to what is published where that can be hidden. Further columns and scopes come beside these.
 */
export const listOf = <Table extends RecordType, Row, Wire>(
  table: Table,
  { reads = [], columns, scopes, ...differs }: Differs<Row, Wire, Table>,
): List<Row, Wire, Table> => ({
  table,
  order: recordTables[table].sequence ? inSequence(table) : newestFirst(table),
  ...differs,
  reads: ['admins', ...reads],
  columns: { ...listedColumns(table), ...columns },
  scopes: { ...(canBeHidden(table) && { published: publishedOf(table) }), ...scopes },
})
