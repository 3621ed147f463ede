import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** Edits of pages that wait for a moment: until then owners see the page as it is. */
export async function laterEdits(db: MigrationDb) {
  for (const table of ['cms_pages', 'manual_pages']) {
    for (const column of ['edits_at', 'edits'])
      await sql.raw(`alter table ${table} add column ${column} text`).execute(db)
    await sql.raw(`create index ${table}_edits_at on ${table} (edits_at) where edits_at is not null`).execute(db)
  }
}
