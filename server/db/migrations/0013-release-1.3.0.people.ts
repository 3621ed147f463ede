import type { MigrationDb } from './frozen/migration-db.ts'
import { runAll } from './frozen/run-all.ts'

/** Finds what may name somebody who is erased: undos, by what they took back, and pages with edits that wait. */
export const people = (db: MigrationDb) =>
  runAll(db, [
    'create index changes_undoing on changes (undoes) where undoes is not null',
    'create index cms_pages_waiting on cms_pages (id) where edits is not null',
    'create index manual_pages_waiting on manual_pages (id) where edits is not null',
  ])
