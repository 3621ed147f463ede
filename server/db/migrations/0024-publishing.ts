import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** Slider images, CMS pages and manual pages can be published and taken down at a time. */
export async function publishing(db: MigrationDb) {
  for (const table of ['app_images', 'cms_pages', 'manual_pages'])
    for (const column of ['publish_at', 'unpublish_at']) {
      await sql.raw(`alter table ${table} add column ${column} text`).execute(db)
      await sql.raw(`create index ${table}_${column} on ${table} (${column}) where ${column} is not null`).execute(db)
    }
}
