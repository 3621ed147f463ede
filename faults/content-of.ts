import { copiedTables, readContent } from '../server/db/copy-tables.ts'
import type { Db } from '../server/db/schema.ts'

/** How many rows each table has, and a checksum over all of their values; closes the database. */
export async function contentOf(db: Db) {
  const all: [string, unknown][] = []
  for (const place of copiedTables) all.push([place.table, await readContent(db, place)])
  await db.destroy()
  return Object.fromEntries(all)
}
