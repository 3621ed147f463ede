import type { MigrationDb } from './frozen/migration-db.ts'
import { runAll, textType } from './frozen/run-all.ts'

/** What owners read, as they say themselves. */
export const ownerLanguage = (db: MigrationDb) => runAll(db, [`alter table users add column language ${textType(db)}`])
