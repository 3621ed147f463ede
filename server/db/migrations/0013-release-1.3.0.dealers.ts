import type { MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/** What of dealers looks wrong and was said to be right. */
export async function dealers(db: MigrationDb) {
  const text = textType(db)
  await runAll(db, [
    `create table settled_doubts (
       id ${text} primary key, service_id ${text} not null, doubt ${text} not null,
       detail ${text} not null, version integer not null)`,
    'create index settled_doubts_of_dealer on settled_doubts (service_id)',
  ])
}
