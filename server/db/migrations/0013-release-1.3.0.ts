import { audiences } from './0013-release-1.3.0.audiences.ts'
import { dealers } from './0013-release-1.3.0.dealers.ts'
import { devices } from './0013-release-1.3.0.devices.ts'
import { jobs } from './0013-release-1.3.0.jobs.ts'
import { merges } from './0013-release-1.3.0.merges.ts'
import { people } from './0013-release-1.3.0.people.ts'
import { savedAudiences } from './0013-release-1.3.0.saved-audiences.ts'
import { secrets } from './0013-release-1.3.0.secrets.ts'
import { templates } from './0013-release-1.3.0.templates.ts'
import type { MigrationDb } from './frozen/migration-db.ts'

/** The tables of release 1.3.0. */
export async function release130(db: MigrationDb) {
  await dealers(db)
  await jobs(db)
  await secrets(db)
  await templates(db)
  await devices(db)
  await people(db)
  await audiences(db)
  await savedAudiences(db)
  await merges(db)
}
