import { sql } from 'kysely'
import { accentsKey, alike } from './frozen/accents-key.ts'
import { isPostgres, type MigrationDb } from './frozen/migration-db.ts'

/** Columns whose values are no folded texts. */
const OTHERS = new Set(['content_key', 'public_key'])
const AT_ONCE = 5000
const SPECIAL = `\u0300-\u036f${Object.keys(alike).join('')}`

/** Finds letters with and without accents alike: keys have the letters first, and behind them the accents. */
export async function keys(db: MigrationDb) {
  for (const { name: table, columns } of await db.introspection.getTables()) {
    // Triggers keep the search indexes of SQLite, which are tables too.
    if (table.includes('_search') || !columns.some(({ name }) => name === 'id')) continue
    for (const { name: column } of columns) {
      if (column.endsWith('_key') && !OTHERS.has(column)) await changeKeys(db, table, column)
    }
  }
}

async function changeKeys(db: MigrationDb, table: string, column: string) {
  const has = isPostgres(db)
    ? sql<boolean>`${sql.ref(column)} ~ ${`[${SPECIAL}]`}`
    : sql<boolean>`${sql.ref(column)} glob ${`*[${SPECIAL}]*`}`
  for (let after = ''; ; ) {
    const { rows } = await sql<{ id: string; key: string }>`
      select id, ${sql.ref(column)} as key from ${sql.table(table)}
      where id > ${after} and ${has} order by id limit ${AT_ONCE}`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    const keys = JSON.stringify(rows.map(({ id, key }) => [id, accentsKey(key)]))
    const each = isPostgres(db) ? sql`json_array_elements(${keys}::json)` : sql`json_each(${keys})`
    await sql`update ${sql.table(table)} set ${sql.ref(column)} = keys.value ->> 1
      from ${each} as keys where ${sql.ref(`${table}.id`)} = keys.value ->> 0`.execute(db)
    after = last.id
  }
}
