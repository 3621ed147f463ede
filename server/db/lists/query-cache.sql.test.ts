import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDatabase } from '../../testing/open-test-database.ts'
import type { Db } from '../schema.ts'
import { cachedRows } from './query-cache.ts'

let db: Db
beforeEach(async () => {
  db = await openTestDatabase()
})
afterEach(() => db.destroy())

let reads = 0
const ask = (name: string, length: number) => {
  const read = (row: { name: string }) => {
    reads++
    return { ...row, content: 'x'.repeat(length) }
  }
  return cachedRows(
    db,
    { stamp: 'stamp', offThread: false },
    { sql: 'select cast(? as text) as name', values: [name] },
    read,
  )
}

it('answers from memory until the stamp moves', async () => {
  reads = 0
  for (let times = 0; times < 3; times++) await ask('a', 10)
  expect(reads).toBe(1)
})

it('forgets what was asked for longest ago when the texts grow too long for memory', async () => {
  reads = 0
  const ten = 'abcdefghij'.split('')
  for (const name of ten) await ask(name, 4_000_000)
  expect(reads).toBe(10)
  await ask('j', 4_000_000)
  expect(reads).toBe(10)
  await ask('a', 4_000_000)
  expect(reads).toBe(11)
})
