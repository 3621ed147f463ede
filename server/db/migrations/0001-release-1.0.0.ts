import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { v7 as newId } from 'uuid'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

/** The tables of release 1.0.0, as both databases write them down. */
export async function release100(db: MigrationDb) {
  const kind = isPostgres(db) ? 'postgres' : 'sqlite'
  const text = readFileSync(join(import.meta.dirname, `0001-release-1.0.0.${kind}.sql`), 'utf8')
  // SQLite takes one statement at a time.
  const statements = isPostgres(db) ? [text] : text.split(/;\r?\n\r?\n/)
  for (const statement of statements) await sql.raw(statement).execute(db)
  await addMenu(db)
}

/** The app's menu is fixed and no call adds to it, so its entries come with their table. */
async function addMenu(db: MigrationDb) {
  const now = new Date().toISOString()
  const titles = [
    'My RV',
    'Owners Manual',
    'Checklists',
    'Maintenance',
    'Dealers & Service',
    'Notifications',
    'Follow Us',
    'About',
  ]
  const rows = titles.map((title, index) => ({
    id: newId(),
    is_deleted: 0,
    version: 1,
    created_at: now,
    updated_at: now,
    title,
    title_key: title.toLowerCase(),
    seq_no: index + 1,
    code: index + 1,
    icon_file: null,
  }))
  await db.insertInto('menu_items').values(rows).execute()
}
