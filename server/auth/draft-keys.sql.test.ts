import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Db } from '../db/schema.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { draftKeyOf, replaceDraftKey } from './draft-keys.ts'

let db: Db
beforeEach(async () => {
  db = await openTestDatabase()
})
afterEach(() => db.destroy())

it('what was typed in release 1.1.0 keeps its key, until that is replaced', async () => {
  await db.insertInto('secrets').values({ name: 'drafts', value: 'secret of all' }).execute()
  const former = createHmac('sha256', 'secret of all').update('admin-ada').digest('base64url')
  expect([await draftKeyOf(db, 'admin-ada'), await draftKeyOf(db, 'admin-ada')]).toEqual([former, former])
  expect(await draftKeyOf(db, 'admin-grace')).not.toBe(former)
  await replaceDraftKey(db, 'admin-ada')
  const later = await draftKeyOf(db, 'admin-ada')
  expect([await draftKeyOf(db, 'admin-ada'), later.length]).toEqual([later, 43])
  expect(later).not.toBe(former)
})

it('a key that nobody has asked for is replaced too', async () => {
  await db.insertInto('secrets').values({ name: 'drafts', value: 'secret of all' }).execute()
  const former = createHmac('sha256', 'secret of all').update('admin-ada').digest('base64url')
  await replaceDraftKey(db, 'admin-ada')
  expect(await draftKeyOf(db, 'admin-ada')).not.toBe(former)
})
