import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { keepChallenge } from '../auth/challenges.ts'
import { noteBrowser } from '../auth/known-browsers.ts'
import { keepSecret } from '../auth/one-time.ts'
import { openTicket } from '../auth/tickets.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { TEST_SERVER } from '../testing/open-test-database.ts'
import { waitFor } from '../testing/wait-for.ts'
import { deleteOldRehearsals, housekeepingJobs } from './housekeeping.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const counts = { rows_read: 1, rows_checked: 1, new_count: 1, changed_count: 0, unchanged_count: 0, refused_count: 0 }
const about = { record_type: 'topics' as const, file_name: 'a.csv', heads: '[]', mapping: '{}', problem: null }
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
    await keepSecret(app.db, { purpose: 'used_token', subject: name, expires_at: new Date().toISOString() })
    await noteBrowser(app.db, name, { device: 'a browser', id: undefined, address: '203.0.113.7' })
    vi.setSystemTime(Date.now() + ago)
  }
  vi.useRealTimers()
  const { db, deps } = app
  const { settings, files, log } = deps
  await housekeepingJobs({ db, files, lifetime: settings, historyDays: settings.historyDays }, log)['tidy-up']()
  const kept = await db.selectFrom('one_time_secrets').select(['purpose', 'subject']).orderBy('purpose').execute()
  expect(kept).toEqual([
    { purpose: 'challenge', subject: 'lately' },
    { purpose: 'ticket', subject: expect.any(String) },
    { purpose: 'used_token', subject: 'lately' },
  ])
  expect(await db.selectFrom('known_browsers').select('key').execute()).toEqual([{ key: 'lately a browser 203.0.113' }])
})

it.runIf(TEST_SERVER)('leaves a rehearsal of the day before that somebody applies at this moment', async () => {
  const { db } = app
  const at = new Date(Date.now() - DAY - MINUTE).toISOString()
  const admin = await db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
  const made = { actor_id: admin.id, change_id: null, created_at: at, alive_at: at }
  await db
    .insertInto('import_rehearsals')
    .values({ id: 'one', state: 'ready', ...about, ...counts, ...made })
    .execute()
  const open = await db.startTransaction().setIsolationLevel('serializable').execute()
  await open.updateTable('import_rehearsals').set({ state: 'applying' }).execute()
  const deleting = deleteOldRehearsals(db)
  await waitFor(async () => {
    const { rows } = await sql`select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    expect(rows).toHaveLength(1)
  })
  await open.commit().execute()
  await deleting
  expect(await db.selectFrom('import_rehearsals').select('state').execute()).toEqual([{ state: 'applying' }])
})

it('forgets a rehearsal of the day before with all of its rows', async () => {
  const { db } = app
  const at = new Date(Date.now() - DAY - MINUTE).toISOString()
  const admin = await db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
  for (const [id, created_at] of [
    ['before', at],
    ['lately', new Date().toISOString()],
  ] as const) {
    await db
      .insertInto('import_rehearsals')
      .values({
        id,
        state: 'ready',
        ...about,
        ...counts,
        actor_id: admin.id,
        change_id: null,
        created_at,
        alive_at: at,
      })
      .execute()
    const rows = Array.from({ length: 120 }, (_, line) => ({ rehearsal_id: id, line, cells: '[]' }))
    await db.insertInto('import_rows').values(rows).execute()
  }
  await deleteOldRehearsals(db)
  expect(await db.selectFrom('import_rehearsals').select('id').execute()).toEqual([{ id: 'lately' }])
  expect(await db.selectFrom('import_rows').select('rehearsal_id').distinct().execute()).toEqual([
    { rehearsal_id: 'lately' },
  ])
})
