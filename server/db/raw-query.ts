import { CompiledQuery } from 'kysely'
import { isPostgres } from './engines/is-postgres.ts'
import { quickReaderOf } from './engines/readers.ts'
import type { Db, Tables } from './schema.ts'

type Values = readonly (string | number | null)[]

/**
 * The rows of a query with values bound to its placeholders (`?`), for queries so frequent that building the text would
 * cost more than running them. `text` must consist only of the server's own words, and must not write.
 */
export async function readQuery<Row>(db: Db, text: string, values: Values) {
  const reader = quickReaderOf(db)
  return reader ? (reader.prepare(text).all(values) as Row[]) : writeQuery<Row>(db, text, values)
}

/** The same for a statement that writes; resolves to the rows it returns. */
export async function writeQuery<Row>(db: Db, text: string, values: Values) {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(isPostgres(db) ? numbered(text) : text, [...values]))
  return rows
}

const known = new Map<string, string>()

/** PostgreSQL numbers its placeholders: $1, $2, … */
function numbered(text: string) {
  const before = known.get(text)
  if (before) return before
  const written = withNumbers(text)
  known.set(text, written)
  return written
}

function withNumbers(text: string) {
  let place = 0
  return text.replaceAll('?', () => `$${++place}`)
}

/** A query with its database's placeholders, for one that is not cached. */
export const withPlaceholders = (db: Db, text: string) => (isPostgres(db) ? withNumbers(text) : text)

/**
 * Inserts one row, for tables that every change writes. `computed` has the columns whose values are SQL in the server's
 * own words.
 */
export async function insertRow<Table extends keyof Tables, Computed extends keyof Tables[Table] = never>(
  db: Db,
  table: Table,
  row: { [Column in Exclude<keyof Tables[Table], Computed>]: string | number | null },
  computed: Record<Computed, string> = {} as Record<Computed, string>,
) {
  const columns = [...Object.keys(row), ...Object.keys(computed)]
  const places = [...Object.keys(row).map(() => '?'), ...Object.values(computed)]
  const text = `insert into ${table} (${columns.join(', ')}) values (${places.join(', ')})`
  await writeQuery(db, text, Object.values(row) as (string | number | null)[])
}
