import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { copiedTables, readContent } from './copy-tables.ts'
import { insertMany } from './engines/insert-many.ts'
import { isPostgres } from './engines/is-postgres.ts'
import { readQuery } from './raw-query.ts'
import type { Db } from './schema.ts'

let db: Db
beforeAll(async () => {
  db = await openTestDatabase()
})
afterAll(() => db.destroy())

/** Each table with one that its foreign key refers to. */
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

it('a table whose rows share a part of their key is read whole', async () => {
  const created_at = new Date().toISOString()
  const admin = { id: 'a', name: 'Ada', email: 'ada@example.com', avatar_file: null }
  await db
    .insertInto('admins')
    .values({ ...admin, password_hash: '', created_at, updated_at: created_at })
    .execute()
  const counts = { new_count: 0, changed_count: 0, unchanged_count: 0, refused_count: 0, rows_read: 0, rows_checked: 0 }
  const more = { record_type: 'years', file_name: 'years.csv', heads: '[]', mapping: '{}', state: 'ready' } as const
  await db
    .insertInto('import_rehearsals')
    .values({
      id: 'r',
      actor_id: 'a',
      ...more,
      ...counts,
      problem: null,
      change_id: null,
      created_at,
      alive_at: created_at,
    })
    .execute()
  const rows = Array.from({ length: 4500 }, (_, line) => ({ rehearsal_id: 'r', line, cells: '[]' }))
  await insertMany(db, 'import_rows', rows as never[])
  const place = copiedTables.find(({ table }) => table === 'import_rows')
  expect(place && (await readContent(db, place)).rows).toBe(4500)
})
