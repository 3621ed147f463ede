import { audiences } from './0013-release-1.3.0.audiences.ts'
import { people } from './0013-release-1.3.0.people.ts'
import type { MigrationDb } from './frozen/migration-db.ts'

/** The tables of release 1.3.0. */
export async function release130(db: MigrationDb) {
  await people(db)
  await audiences(db)
}
