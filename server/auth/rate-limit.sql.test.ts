import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Db } from '../db/schema.ts'
import { openTestDatabase } from '../testing/open-test-database.ts'
import { deleteOldAddresses, isKnownAddress, noteAddress } from './known-addresses.ts'
import { countAttempt, deleteOldTries, resetAttempts } from './rate-limit.ts'

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

  it('are counted together for all spellings that find the same account', async () => {
    const account = "ada.o'neill@example.com"
    for (let tried = 0; tried < 5; tried++)
      for (const spelling of [account.toUpperCase(), account.replace("'", '`')])
        await countAttempt(db, { ...attempt, account: spelling })
    await expect(countAttempt(db, { ...attempt, account })).rejects.toMatchObject({ status: 429 })
  })

  it('start again after a window that was opened while the clock was ahead', async () => {
    for (let tried = 0; tried < 10; tried++) await countAttempt(db, attempt)
    later(-3_600_000)
    await countAttempt(db, attempt)
    const counts = db.selectFrom('tries').select('count').where('key', 'like', 'guess:account:ada%')
    expect(await counts.execute()).toEqual([{ count: 1 }])
  })
})

describe('attempts of strangers', () => {
  const MINUTE = 60_000
  const untilAllowed = async (from = attempt) => {
    for (let minutes = 0; ; minutes++) {
      const refused = await countAttempt(db, from).catch((error: unknown) => error as { status: number })
      if (!refused) return minutes
      later(MINUTE)
    }
  }

  it('wait for each other, up to an hour after a hundred, also when the hourly tidying is done, until a day is quiet', async () => {
    const waits: number[] = []
    for (let tried = 0; tried < 110; tried++) {
      waits.push(await untilAllowed({ ...attempt, address: `203.0.113.${tried}` } as typeof attempt))
      await deleteOldTries(db)
    }
    expect(waits.slice(0, 10)).toEqual(Array(10).fill(0))
    expect(waits[60]).toBeGreaterThan(15)
    expect(waits.slice(102)).toEqual(Array(8).fill(60))
    await expect(countAttempt(db, attempt)).rejects.toMatchObject({
      status: 429,
      message: 'Too many attempts. Please wait an hour and try again, or choose Forgot Password? to sign in sooner.',
    })
    later(26 * 60 * MINUTE)
    await deleteOldTries(db)
    expect(await untilAllowed()).toBe(0)
    expect(await untilAllowed()).toBe(0)
  })

  it('let one pass of many that come at the same moment', async () => {
    for (let tried = 0; tried < 50; tried++)
      await untilAllowed({ ...attempt, address: `203.0.113.${tried}` } as typeof attempt)
    later(60 * MINUTE)
    const all = Array.from({ length: 8 }, (_, place) =>
      countAttempt(db, { ...attempt, address: `198.51.100.${place}` }),
    )
    const answers = await Promise.allSettled(all)
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('keep nobody out of a browser from which the account has signed in, wherever that is now', async () => {
    const browser = 'a-browser-that-is-known'
    await resetAttempts(db, { ...attempt, browser })
    for (let tried = 0; tried < 120; tried++) {
      await countAttempt(db, { ...attempt, address: '198.51.100.1' }).catch(() => {})
      later(MINUTE)
    }
    const elsewhere = { ...attempt, address: '198.51.100.1' }
    await countAttempt(db, elsewhere).catch(() => {})
    await expect(countAttempt(db, elsewhere)).rejects.toMatchObject({ status: 429 })
    await expect(countAttempt(db, { ...elsewhere, browser: 'another-browser-of-nobody' })).rejects.toMatchObject({
      status: 429,
    })
    for (let tried = 0; tried < 10; tried++) await countAttempt(db, { ...elsewhere, browser })
    await expect(countAttempt(db, { ...elsewhere, browser })).rejects.toMatchObject({ status: 429 })
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
