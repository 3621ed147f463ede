import type { MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/** Where a phone is, by its clock, and in which language its owner uses it. */
export async function devices(db: MigrationDb) {
  const text = textType(db)
  await runAll(db, [
    `alter table devices add column time_zone ${text}`,
    `alter table devices add column language ${text}`,
  ])
}
