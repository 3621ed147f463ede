import { afterEach, beforeEach, expect, it } from 'vitest'
import { content } from '#contract/owner/content.ts'
import { rvTypes } from '#contract/rv-types.ts'
import type { Db } from '../db/schema.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import type { App } from './app-type.ts'
import { cachedAnswer } from './cached-answer.ts'

let db: Db
beforeEach(async () => {
  db = await openTestDatabase()
})
afterEach(() => db.destroy())

const app = { publicUrl: 'https://rv.example.com' } as App
let reads = 0
const ask = (input: object, stamp = 'one', endpoint: typeof rvTypes.list | typeof content.rvTypes = rvTypes.list) =>
  cachedAnswer(app, db, { endpoint, input, stamp }, async () => ({ message: `read ${++reads}`, data: [] }))
beforeEach(() => {
  reads = 0
})

it('is written once until the stamp moves, for each call and input', async () => {
  const [first, same] = await Promise.all([ask({ page: 1 }), ask({ page: 1 })])
  expect(first).toBe(same)
  expect(await ask({ page: 1 })).toBe(first)
  expect(JSON.parse((await ask({ page: 2 })).text).message).toBe('read 2')
  expect(JSON.parse((await ask({ page: 1 }, 'two')).text).message).toBe('read 3')
  expect(JSON.parse((await ask({ page: 1 }, 'two', content.rvTypes)).text).message).toBe('read 4')
})

it('has an ETag where apps may keep it', async () => {
  expect((await ask({})).tag).toBeUndefined()
  expect((await ask({}, 'one', content.rvTypes)).tag).toMatch(/^"[\w-]{43}"$/)
})

it('is not kept when reading fails', async () => {
  const question = { endpoint: rvTypes.list, input: {}, stamp: 'one' }
  await expect(cachedAnswer(app, db, question, () => Promise.reject(new Error('busy')))).rejects.toThrow('busy')
  expect(JSON.parse((await ask({})).text).message).toBe('read 1')
})
