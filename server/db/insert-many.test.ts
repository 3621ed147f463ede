import { afterEach, beforeEach, expect, it } from 'vitest'
import { insertMany } from './insert-many.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import type { Db } from './schema.ts'

let db: Db
beforeEach(async () => {
  db = openDatabase(':memory:')
  await migrate(db)
})
afterEach(() => db.destroy())

it('adds many rows with texts, numbers and nulls as they are, and they are counted and found', async () => {
  const shared = {
    is_deleted: 0,
    version: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    updated_at: '2026-01-01T00:00:00.000Z',
  }
  const rows = ['O’Hara "the" [first]', 'Plain', '007'].map((name, place) => ({
    ...shared,
    id: `year-${place}`,
    name,
    name_key: name.toLowerCase(),
  }))
  await insertMany(db, 'years', rows)
  const stored = await db.selectFrom('years').selectAll().orderBy('seq').execute()
  expect(stored.map(({ seq: _seq, ...row }) => row)).toEqual(rows)
  const counts = await db.selectFrom('record_counts').selectAll().where('table_name', '=', 'years').executeTakeFirst()
  expect(counts).toMatchObject({ active: 3, deleted: 0 })
})

it('adds nothing for no rows', async () => {
  await insertMany(db, 'years', [])
  expect(await db.selectFrom('years').select('id').execute()).toEqual([])
})
