import { CompiledQuery } from 'kysely'
import { engineOf } from './engine.ts'
import type { Db } from './schema.ts'

/**
 * Runs a query that is written out, with its values bound to the placeholders. For the few on every call's way, where
 * building the text anew would cost more than running it. `text` must be made of our own words only.
 */
export async function rowsOf<Row>(db: Db, text: string, values: readonly (string | number)[]) {
  const { rows } = await db.executeQuery<Row>(CompiledQuery.raw(engineOf(db).placeholders(text), [...values]))
  return rows
}
