import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { deleteInSlices, inSlices } from './in-slices.ts'
import type { Db } from './schema.ts'

let db: Db
beforeEach(async () => {
  db = await openTestDatabase()
})
afterEach(() => db.destroy())

it('What takes longer is done in smaller slices, and what is quick in larger ones', async () => {
  const plays = async (each: number) => {
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
    const sizes: number[] = []
    let left = 20_000
    await inSlices(db, async (_db, most) => {
      const done = Math.min(most, left)
      sizes.push(most)
      left -= done
      now += done * each
      return done
    })
    clock.mockRestore()
    return sizes
  }
  // In milliseconds per row: with slow rows no slice after the first takes more than 20.
  expect(Math.max(...(await plays(0.5)).slice(1))).toBe(20)
  expect(Math.max(...(await plays(0.001)))).toBe(5_000)
})

it('All rows that are meant are deleted, and no other', async () => {
  const rows = Array.from({ length: 300 }, (_, place) => ({
    key: `${place}`,
    used_at: place < 290 ? '2026' : '2030',
  }))
  await db.insertInto('known_addresses').values(rows).execute()
  await deleteInSlices(db, 'known_addresses', 'key', 'used_at <= ?', ['2027'])
  expect(await db.selectFrom('known_addresses').select('key').execute()).toHaveLength(10)
})
