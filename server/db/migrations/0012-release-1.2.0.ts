import { history } from './0012-release-1.2.0.history.ts'
import { keys } from './0012-release-1.2.0.keys.ts'
import { people } from './0012-release-1.2.0.people.ts'
import { programs } from './0012-release-1.2.0.programs.ts'
import { records } from './0012-release-1.2.0.records.ts'
import { search } from './0012-release-1.2.0.search.ts'
import { sync } from './0012-release-1.2.0.sync.ts'
import { upkeep } from './0012-release-1.2.0.upkeep.ts'
import type { MigrationDb } from './frozen/migration-db.ts'

/** The tables of release 1.2.0. Rows change before their triggers and indexes are made, which so have nothing to do. */
export async function release120(db: MigrationDb) {
  await keys(db)
  await history(db)
  await records(db)
  await search(db)
  await upkeep(db)
  await programs(db)
  await sync(db)
  await people(db)
}
