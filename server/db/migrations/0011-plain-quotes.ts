import { sql } from 'kysely'
import type { MigrationDb } from './frozen/migration-db.ts'

/** Quotes and hyphens of typographers, and those of keyboards that they are compared as. */
const folded: [as: string, characters: string][] = [
  ["'", '\u2018\u2019\u201a\u201b\u2032\u02b9\u02bc\u00b4`\uff07'],
  ['"', '\u201c\u201d\u201e\u201f\u2033\uff02'],
  ['-', '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe58\ufe63\uff0d'],
]
const pairs = folded.flatMap(([as, characters]) => Array.from(characters).map((one) => [one, as] as const))

/** Columns whose values are no folded texts. */
const OTHERS = new Set(['content_key', 'public_key'])

/**
 * Compares texts alike that differ by quotes and hyphens only: changes the keys. A record whose name would then be that of
 * another one keeps its name, and is compared by a key of its own until somebody renames it.
 */
export async function plainQuotes(db: MigrationDb) {
  for (const { name: table, columns } of await db.introspection.getTables()) {
    // Triggers keep the search indexes of SQLite, which are tables too.
    if (table.includes('_search')) continue
    for (const { name: column } of columns) {
      if (!column.endsWith('_key') || OTHERS.has(column)) continue
      if (hasTwins(table, column)) await changeOneByOne(db, table, column)
      else await changeAll(db, table, column)
    }
  }
}

const unique: Record<string, string[]> = {
  rv_types: ['name_key'],
  years: ['name_key'],
  models: ['name_key'],
  topics: ['name_key'],
  sub_topics: ['name_key'],
  cms_pages: ['code_key'],
  views: ['name_key'],
  users: ['email_key'],
}
const hasTwins = (table: string, column: string) => unique[table]?.includes(column) ?? false

const plain = (column: string) =>
  pairs.reduce((text, [one, as]) => sql`replace(${text}, ${one}, ${as})`, sql<string>`${sql.ref(column)}`)

async function changeAll(db: MigrationDb, table: string, column: string) {
  const key = plain(column)
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${key} where ${sql.ref(column)} <> ${key}`.execute(db)
}

async function changeOneByOne(db: MigrationDb, table: string, column: string) {
  const key = plain(column)
  const { rows } = await sql<{ id: string; key: string }>`
    select id, ${key} as key from ${sql.table(table)} where ${sql.ref(column)} <> ${key} order by id`.execute(db)
  for (const { id, key } of rows) {
    const set = (to: string) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = ${to} where id = ${id}`.execute(db)
    await sql.raw('savepoint one_key').execute(db)
    try {
      await set(key)
    } catch {
      await sql.raw('rollback to savepoint one_key').execute(db)
      await set(`${key} ${id}`)
    }
    await sql.raw('release savepoint one_key').execute(db)
  }
}
