import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { yearRecords } from '../../resources/years/years.service.ts'
import { openTestDatabase } from '../../testing/open-test-database.ts'
import type { Db } from '../schema.ts'
import { engineOf } from './engine.ts'
import { insertMany } from './insert-many.ts'

let db: Db
beforeEach(async () => {
  db = await openTestDatabase()
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
    is_deleted: place === 2 ? 1 : 0,
  }))
  await insertMany(db, 'years', rows)
  const stored = await db.selectFrom('years').selectAll().orderBy('seq').execute()
  expect(stored.map(({ seq: _seq, rollover_id: _rollover, ...row }) => row)).toEqual(rows)
  const counts = await db.selectFrom('record_counts').selectAll().where('table_name', '=', 'years').executeTakeFirst()
  expect(counts).toMatchObject({ active: 2, deleted: 1 })
  const found = await yearRecords.page(db, { filters: { name: { value: 'the" [f' } } })
  expect(found.data.map(({ _id }) => _id)).toEqual(['year-0'])
})

it('leaves what is added afterwards counted and found as ever', async () => {
  const row = { version: 1, created_at: '', updated_at: '', is_deleted: 0 }
  await insertMany(db, 'years', [{ ...row, id: 'a', name: '2025', name_key: '2025' }])
  await db
    .insertInto('years')
    .values({ ...row, id: 'b', name: '2026', name_key: '2026' })
    .execute()
  const found = await yearRecords.page(db, { filters: { name: { value: '202' } } })
  expect([found.data.length, (await yearRecords.page(db, {})).total]).toEqual([2, 2])
  if (!engineOf(db).hasSearchTable) return
  const { rows } = await sql`select rowid from years_search where years_search match '"202"'`.execute(db)
  expect(rows.length).toBe(2)
})

it('adds nothing for no rows', async () => {
  await insertMany(db, 'years', [])
  expect(await db.selectFrom('years').select('id').execute()).toEqual([])
})
