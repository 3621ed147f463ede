import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Db } from '../db/schema.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { deleteOldAddresses, isKnownAddress, noteAddress } from './known-addresses.ts'
import { countAttempt } from './rate-limit.ts'

let db: Db
beforeEach(async () => {
  db = await openTestDatabase()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await db.destroy()
})

const attempt = { action: 'guess', account: 'ada@example.com', address: '203.0.113.9' } as const
const later = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)

describe('attempts', () => {
  it('are counted also when one that began later is counted first', async () => {
    for (let tried = 0; tried < 10; tried++) {
      later(tried % 2 ? -5 : 6)
      await countAttempt(db, attempt)
    }
    later(-5)
    await expect(countAttempt(db, attempt)).rejects.toMatchObject({ status: 429 })
  })

  it('start again after a window that was opened while the clock was ahead', async () => {
    for (let tried = 0; tried < 10; tried++) await countAttempt(db, attempt)
    later(-3_600_000)
    await countAttempt(db, attempt)
    expect(await db.selectFrom('tries').select('count').where('key', 'like', '%ada%').execute()).toEqual([{ count: 1 }])
  })
})

describe('known addresses', () => {
  it('are forgotten after thirty days, and when they are from the future', async () => {
    await noteAddress(db, 'ada', 'home')
    later(2 * 86_400_000)
    await noteAddress(db, 'ada', 'office')
    later(29 * 86_400_000)
    expect([await isKnownAddress(db, 'ada', 'home'), await isKnownAddress(db, 'ada', 'office')]).toEqual([false, true])
    await deleteOldAddresses(db)
    expect(await db.selectFrom('known_addresses').select('key').execute()).toEqual([{ key: 'ada office' }])
    later(-33 * 86_400_000)
    expect(await isKnownAddress(db, 'ada', 'office')).toBe(false)
  })
})
