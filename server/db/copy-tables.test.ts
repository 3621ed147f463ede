import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { copiedTables } from './copy-tables.ts'
import { isPostgres } from './engines/is-postgres.ts'
import { readQuery } from './raw-query.ts'
import type { Db } from './schema.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.destroy())

/** Each table with one that a foreign key of it leads to. */
const foreignKeys = () =>
  readQuery<{ table: string; parent: string }>(
    db,
    isPostgres(db)
      ? `select conrelid::regclass::text as table, confrelid::regclass::text as parent from pg_constraint
         where contype = 'f' and conrelid <> confrelid`
      : `select tables.name as "table", keys."table" as parent from sqlite_master as tables,
         pragma_foreign_key_list(tables.name) as keys where tables.type = 'table' and tables.name <> keys."table"`,
    [],
  )

it('every table is copied after those that its rows refer to', async () => {
  const keys = await foreignKeys()
  expect(keys.length).toBeGreaterThan(10)
  const places = new Map<string, number>(copiedTables.map(({ table }, place) => [table, place]))
  const early = keys.filter(({ table, parent }) => (places.get(table) ?? 0) < (places.get(parent) ?? 0))
  expect(early).toEqual([])
})
