import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { countTry, dropSecretsOf, findSecret, keepFirst, keepSecret, renewSecret, takeSecret } from './one-time.ts'

let db: Db
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  db = await openTestDatabase()
})
afterEach(async () => {
  vi.useRealTimers()
  await db.destroy()
})

const subject = 'one'
const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000)
/** The results of doing the same many times at once, each in its own transaction. */
const together = <Found>(work: (db: Db) => Promise<Found>) =>
  Promise.all(Array.from({ length: 8 }, () => inTransaction(db, work)))

it('A secret is taken by one of many, and is the first for one of many', async () => {
  await keepSecret(db, { purpose: 'ticket', subject })
  const taken = await together((db) => takeSecret(db, 'ticket', { subject }))
  expect(taken.filter(Boolean)).toHaveLength(1)
  const first = await together((db) => keepFirst(db, { purpose: 'used_token', subject, expires_at: '2999' }))
  expect(first.filter(Boolean)).toHaveLength(1)
})

it('Of many tries at the same time no more are counted than may be made', async () => {
  await keepSecret(db, { purpose: 'code', subject, request: 'r' })
  const counted = await together((db) => countTry(db, 'code', { subject, request: 'r' }, 5))
  expect(counted.filter(Boolean)).toHaveLength(5)
  expect(await countTry(db, 'code', { subject, request: 'r' }, 3, 'tries_elsewhere')).toMatchObject({ tries: 5 })
})

it('A secret is of its purpose, works until it expires, and not while the clock is far behind', async () => {
  await keepSecret(db, { purpose: 'challenge', subject, about: 'sign this' })
  expect(await findSecret(db, 'ticket', { subject })).toBeUndefined()
  later(-1)
  expect(await findSecret(db, 'challenge', { subject })).toBeUndefined()
  later(5.9)
  expect(await findSecret(db, 'challenge', { subject })).toMatchObject({ about: 'sign this' })
  later(0.2)
  for (const look of [findSecret, takeSecret]) expect(await look(db, 'challenge', { subject })).toBeUndefined()
  expect(await renewSecret(db, 'challenge', { subject }, 'hash')).toBeUndefined()
})

it('Another secret for the same subject takes the place of the one before, with its tries', async () => {
  await keepSecret(db, { purpose: 'code', subject, request: 'before', hash: 'before', whose: 'ada' })
  await countTry(db, 'code', { subject }, 5)
  await keepSecret(db, { purpose: 'code', subject, request: 'after' })
  expect(await findSecret(db, 'code', { subject })).toMatchObject({
    request: 'after',
    hash: null,
    whose: null,
    tries: 0,
  })
  await keepSecret(db, { purpose: 'link', subject, whose: 'ada' })
  await dropSecretsOf(db, 'ada')
  const left = await db.selectFrom('one_time_secrets').select('purpose').execute()
  expect(left).toEqual([{ purpose: 'code' }])
})
