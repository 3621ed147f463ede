import { CompiledQuery } from 'kysely'
import { isPostgres } from './is-postgres.ts'
import type { Db, Tables } from './schema.ts'

/**
 * Runs SQL text with values bound to its placeholders (`?`), for queries so frequent that building the text would cost
 * more than running them. `text` must consist of the server's own words only.
 */
export async function rawQuery<Row>(db: Db, text: string, values: readonly (string | number | null)[]) {
  const written = isPostgres(db) ? numbered(text) : text
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(written, [...values]))
  return rows
}

const known = new Map<string, string>()

/** PostgreSQL numbers its placeholders: $1, $2, … */
function numbered(text: string) {
  const before = known.get(text)
  if (before) return before
  let place = 0
  const written = text.replaceAll('?', () => `$${++place}`)
  known.set(text, written)
  return written
}

/** Inserts one row, for tables that every change writes. */
export async function insertRow<Table extends keyof Tables>(
  db: Db,
  table: Table,
  row: { [Column in keyof Tables[Table]]: string | number | null },
) {
  const columns = Object.keys(row)
  const text = `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`
  await rawQuery(db, text, Object.values(row) as (string | number | null)[])
}
