import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Db } from '../db/schema.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { createFirstAdmin } from './first-admin.ts'

let db: Db
beforeEach(async () => {
  db = await openTestDatabase()
})
afterEach(() => db.destroy())

it.each([
  ['P@ssw0rd1', true],
  ['correct-horse-1!', false],
  [undefined, false],
])('the first administrator has a common password: %s', async (adminPassword, hasCommonPassword) => {
  expect(await createFirstAdmin(db, { adminEmail: 'ada@example.com', adminPassword })).toMatchObject({
    email: 'ada@example.com',
    hasCommonPassword,
  })
  expect(await createFirstAdmin(db, { adminEmail: 'ada@example.com', adminPassword })).toBe(null)
})
