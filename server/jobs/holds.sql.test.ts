import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Db } from '../db/schema.ts'
import { OutsideFault } from '../errors.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { heldServices } from './holds.ts'
import { asking, enqueue, type JobContext, runNextJob } from './jobs.ts'

let db: Db
const log = { error: vi.fn(), info: vi.fn() }
beforeEach(async () => {
  db = await openTestDatabase()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await db.destroy()
})

const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

describe('jobs that ask a service outside', () => {
  const refused = new OutsideFault('mail', 'set-up', '535 wrong password')
  it('wait while it refuses us, are asked one at a time, and all go on once it takes something', async () => {
    let works = false
    let asked = 0
    const send = async (_payload: object, { reached }: JobContext) => {
      asked++
      if (!works) throw refused
      await reached()
    }
    const handlers = asking('mail', { one: send, two: send })
    const other = { other: async () => {} }
    for (const place of [1, 2, 3]) {
      await enqueue(db, 'one', { place })
      await enqueue(db, 'two', { place })
    }
    log.error.mockClear()
    while (await runNextJob(db, handlers, log));
    expect(asked).toBe(1)
    expect(await heldServices(db)).toEqual([
      { service: 'mail', about: 'set-up', reason: '535 wrong password', since: expect.any(String) },
    ])
    await enqueue(db, 'other', {})
    expect(await runNextJob(db, { ...handlers, ...other }, log)).toBe(true)
    for (let tried = 0; tried < 100; tried++) {
      later(400)
      while (await runNextJob(db, handlers, log));
    }
    expect(asked).toBe(101)
    expect(log.error).toHaveBeenCalledTimes(1)
    works = true
    later(400)
    while (await runNextJob(db, handlers, log));
    later(400)
    while (await runNextJob(db, handlers, log));
    expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([])
    expect(await heldServices(db)).toEqual([])
    expect(asked).toBe(107)
  })

  it('wait for as long as it asks for, and no longer than a clock that was far ahead says', async () => {
    const busy = new OutsideFault('mail', 'later', 'slow down', { retryAfter: 120 })
    let asked = 0
    const handlers = asking('mail', {
      send: async () => {
        asked++
        throw busy
      },
    })
    await enqueue(db, 'send', {})
    await runNextJob(db, handlers, log)
    later(119)
    expect(await runNextJob(db, handlers, log)).toBe(false)
    later(2)
    vi.setSystemTime(Date.now() + 400 * 86_400_000)
    await runNextJob(db, handlers, log)
    vi.setSystemTime(Date.now() - 400 * 86_400_000)
    expect(await runNextJob(db, handlers, log)).toBe(true)
    expect(asked).toBe(3)
  })
})
