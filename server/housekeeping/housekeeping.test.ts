import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepChallenge } from '../auth/challenges.ts'
import { noteBrowser } from '../auth/known-browsers.ts'
import { openTicket } from '../auth/tickets.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { waitFor } from '../testing/wait-for.ts'
import { startHousekeeping } from './housekeeping.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

it('takes away sign-ins that were begun and not ended, challenges, used tokens that have expired, and browsers of more than a year ago', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const [name, ago] of [
    ['long ago', 400 * DAY],
    ['lately', MINUTE],
  ] as const) {
    vi.setSystemTime(Date.now() - ago)
    await keepChallenge(app.db, name, 'challenge')
    await openTicket(app.db, null)
    await app.db.insertInto('used_tokens').values({ key: name, expires_at: new Date().toISOString() }).execute()
    await noteBrowser(app.db, name, { device: 'a browser', id: undefined, address: '203.0.113.7' })
    vi.setSystemTime(Date.now() + ago)
  }
  vi.useRealTimers()
  const { db, dataDir, deps } = app
  const { settings } = deps
  const folders = { mailFolder: join(dataDir, 'mail'), uploadFolder: join(dataDir, 'uploads') }
  const house = { db, files: deps.files, ...folders, lifetime: settings, historyDays: settings.historyDays }
  const housekeeping = startHousekeeping(house, deps.log)
  await waitFor(async () => {
    expect(await db.selectFrom('tickets').select('tries').execute()).toHaveLength(1)
    expect(await db.selectFrom('challenges').select('key').execute()).toEqual([{ key: 'lately' }])
    expect(await db.selectFrom('used_tokens').select('key').execute()).toEqual([{ key: 'lately' }])
    expect(await db.selectFrom('known_browsers').select('key').execute()).toEqual([
      { key: 'lately a browser 203.0.113' },
    ])
  })
  housekeeping.stop()
})
