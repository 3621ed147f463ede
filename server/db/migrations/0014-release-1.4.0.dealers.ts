import type { MigrationDb } from './frozen/migration-db.ts'
import { runAll } from './frozen/run-all.ts'

/** Dealers are listed by where they are, too. */
export async function dealers(db: MigrationDb) {
  await runAll(db, [
    'create index dealers_by_latitude on dealers (latitude, id)',
    'create index dealers_by_longitude on dealers (longitude, id)',
  ])
}
