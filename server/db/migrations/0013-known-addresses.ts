import type { Db } from '../schema.ts'

/** The addresses from which accounts have signed in. */
export async function knownAddresses(db: Db) {
  await db.schema
    .createTable('known_addresses')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('used_at', 'text', (column) => column.notNull())
    .execute()
}
