import type { MigrationDb } from './frozen/migration-db.ts'

/** What housekeeping needs to find addresses that are known no longer without reading the whole table. */
export const knownAddressesByUse = (db: MigrationDb) =>
  db.schema.createIndex('known_addresses_by_use').on('known_addresses').column('used_at').execute()
