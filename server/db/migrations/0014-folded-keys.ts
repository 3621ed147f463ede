import { sql } from 'kysely'
import { foldedKey } from './frozen/folded-key.ts'
import type { MigrationDb } from './frozen/migration-db.ts'
import { createUniqueActiveIndex } from './frozen/record-table.ts'

/** The key columns of each table, and the columns that they repeat. */
const keys: Record<string, Record<string, string>> = {
  admins: { name_key: 'name' },
  rv_types: { name_key: 'name' },
  years: { name_key: 'name' },
  models: { name_key: 'name', description_key: 'description' },
  topics: { name_key: 'name' },
  sub_topics: { name_key: 'name' },
  checklists: { name_key: 'name', note_key: 'note' },
  maintenance_items: { reminder_name_key: 'reminder_name', item_name_key: 'item_name', note_key: 'note' },
  menu_items: { title_key: 'title' },
  social_medias: { name_key: 'name', url_key: 'url' },
  cms_pages: { title_key: 'title', code_key: 'code' },
  users: { name_key: 'name', email_key: 'email' },
  dealers: { name_key: 'name', city_key: 'city', state_key: 'state' },
  notifications: { title_key: 'title' },
}

/** What is unique among active records; the last column is a key. */
const unique: Record<string, string[]> = {
  rv_types: ['name_key'],
  years: ['name_key'],
  models: ['cat_id', 'year_id', 'name_key'],
  topics: ['name_key'],
  sub_topics: ['topic_id', 'name_key'],
  cms_pages: ['code_key'],
}

/** Text is compared by another rule, so all keys are written again; the search indexes follow by their triggers. */
export async function foldedKeys(db: MigrationDb) {
  for (const table of Object.keys(unique)) await db.schema.dropIndex(`${table}_twins`).execute()
  for (const [table, columns] of Object.entries(keys)) await writeAnew(db, table, columns)
  for (const [table, columns] of Object.entries(unique)) {
    await keepApart(db, table, columns)
    await createUniqueActiveIndex(db, table, columns)
  }
}

const ROWS_AT_ONCE = 2000

async function writeAnew(db: MigrationDb, table: string, columns: Record<string, string>) {
  const read = ['id', ...Object.entries(columns).flat()]
  for (let last = ''; ; ) {
    const next = db.selectFrom(table).select(read).where('id', '>', last).orderBy('id').limit(ROWS_AT_ONCE)
    const rows = await next.execute()
    for (const row of rows) {
      const folded = Object.entries(columns).map(([key, from]) => [key, foldedKey(String(row[from]))] as const)
      const changed = folded.filter(([key, value]) => row[key] !== value)
      if (!changed.length) continue
      await db
        .updateTable(table)
        .set(Object.fromEntries(changed))
        .where('id', '=', row.id as string)
        .execute()
    }
    if (rows.length < ROWS_AT_ONCE) return
    last = String(rows.at(-1)?.id)
  }
}

// Two names that used to differ may be the same now. Both records stay active: the later one gets a key of its own, and
// its next edit asks for another name.
async function keepApart(db: MigrationDb, table: string, columns: string[]) {
  const same = columns.map((column) => `earlier.${column} = ${table}.${column}`).join(' and ')
  const key = columns.at(-1)
  await sql
    .raw(
      `update ${table} set ${key} = ${key} || ' ' || id where is_deleted = 0 and exists (
         select 1 from ${table} as earlier where ${same} and earlier.is_deleted = 0 and earlier.seq < ${table}.seq)`,
    )
    .execute(db)
}
