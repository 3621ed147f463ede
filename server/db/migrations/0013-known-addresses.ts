import type { MigrationDb } from './frozen/migration-db.ts'

/** The addresses from which accounts have signed in. */
export async function knownAddresses(db: MigrationDb) {
  await db.schema
    .createTable('known_addresses')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('used_at', 'text', (column) => column.notNull())
    .execute()
}
