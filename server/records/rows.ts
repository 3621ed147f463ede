import type { Kysely } from 'kysely'
import type { Db, RecordTable } from '../db/schema.ts'
import { notFound } from '../errors.ts'
import { recordTables } from './record-tables.ts'

/** A row of any record table, as stored. */
export type StoredRow = Record<string, unknown> & { id: string; is_deleted: number; version: number }

type Loose = Kysely<{ record: StoredRow }>
/** Kysely cannot type a table that is only a type parameter: here every table is called 'record'. */
export const loosely = (db: Db, table: RecordTable) => ({
  db: db as unknown as Loose,
  record: table as unknown as 'record',
})

/** A record as stored. Throws 404 if there is none. */
export async function readRow(db: Db, table: RecordTable, id: string): Promise<StoredRow> {
  const loose = loosely(db, table)
  const row = await loose.db.selectFrom(loose.record).selectAll().where('id', '=', id).executeTakeFirst()
  if (row) return row as StoredRow
  throw notFound(`This ${recordTables[table].noun[0]}`)
}

/** A record given as stored, or read by its id. Throws 404 if there is none. */
export const storedRow = async (db: Db, table: RecordTable, which: string | StoredRow) =>
  typeof which === 'string' ? readRow(db, table, which) : which

/**
 * The stored rows of these records, by id; with `withoutTexts` all but their rich texts, many of which would fill the
 * memory.
 */
export async function readRows(db: Db, table: RecordTable, ids: string[], { withoutTexts = false } = {}) {
  const rows = new Map<string, StoredRow>()
  const loose = loosely(db, table)
  const columns = ['id', 'is_deleted', 'version', ...shortColumns(table)] as 'id'[]
  for (const some of chunksOf(ids)) {
    const records = loose.db.selectFrom(loose.record).where('id', 'in', some)
    const found = await (withoutTexts ? records.select(columns).execute() : records.selectAll().execute())
    for (const row of found as StoredRow[]) rows.set(row.id, row)
  }
  return rows
}

const shortColumns = (table: RecordTable) =>
  Object.entries(recordTables[table].columns).flatMap(([name, { type }]) => (type === 'rich_text' ? [] : [name]))

/** Few enough for the number of values that one statement may have. */
export function chunksOf<Item>(items: Item[], size = 1000) {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, place) =>
    items.slice(place * size, (place + 1) * size),
  )
}
