import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { enqueue, runNextJob } from './jobs/jobs.ts'
import { pruneActivity, pruneJobs, pruneSignIns } from './pruning.ts'
import { lastChange } from './records/activity.ts'
import { buildTestApp, type TestApp } from './testing/build-test-app.ts'
import { addOwner } from './testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const DAY = 86_400_000
const daysAgo = (days: number) => Date.now() - days * DAY

describe('old sign-ins', () => {
  it('are removed after two years, and still counted', async () => {
    const user_id = await addOwner(app, 'Zora Neale')
    await app.db.deleteFrom('app_sign_ins').execute()
    const before = (await app.call(account.me, {})).data.app_usage_count
    const row = (days: number) => ({ id: newId({ msecs: daysAgo(days) }), user_id, at: new Date().toISOString() })
    for (const days of [800, 731, 729, 1]) await app.db.insertInto('app_sign_ins').values(row(days)).execute()
    for (let round = 0; round < 2; round++) await pruneSignIns(app.db)
    expect(await app.db.selectFrom('app_sign_ins').selectAll().execute()).toHaveLength(2)
    expect((await app.call(account.me, {})).data.app_usage_count).toBe(before + 4)
    await app.db.insertInto('app_sign_ins').values(row(900)).execute()
    await pruneSignIns(app.db)
    expect((await app.call(account.me, {})).data.app_usage_count).toBe(before + 5)
    const counted = app.db.selectFrom('record_counts').select('active').where('table_name', '=', 'app_sign_ins')
    expect(await counted.executeTakeFirst()).toEqual({ active: 2 })
  })
})

describe('old activity', () => {
  it('is removed after five years, but for the newest entry of each record', async () => {
    const admin = await app.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
    const entry = (record_id: string, days: number) => ({
      id: newId({ msecs: daysAgo(days) }),
      at: new Date(daysAgo(days)).toISOString(),
      admin_id: admin.id,
      user_id: null,
      action: 'edit',
      table_name: 'years',
      record_id,
      changes: '{}',
    })
    const entries = [entry('once', 3000), entry('twice', 3000), entry('twice', 2900), entry('lately', 3000)]
    for (const row of [...entries, entry('lately', 10), entry('lately', 5)]) {
      await app.db.insertInto('activity').values(row).execute()
    }
    await pruneActivity(app.db)
    const left = await app.db.selectFrom('activity').select('record_id').where('table_name', '=', 'years').execute()
    expect(left.map(({ record_id }) => record_id).toSorted()).toEqual(['lately', 'lately', 'once', 'twice'])
    expect((await lastChange(app.db, 'twice'))?.changed_at).toBe(entries[2]?.at)
  })
})

describe('jobs that were given up', () => {
  it('are removed a month later', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await enqueue(app.db, 'fail', {})
    await app.db.updateTable('jobs').set({ attempts: 59 }).execute()
    await runNextJob(app.db, { fail: () => Promise.reject(new Error('no')) }, app.deps.log)
    await enqueue(app.db, 'waiting', {})
    vi.setSystemTime(daysAgo(-29))
    await pruneJobs(app.db)
    expect(await app.db.selectFrom('jobs').selectAll().execute()).toHaveLength(2)
    vi.setSystemTime(daysAgo(-2))
    await pruneJobs(app.db)
    expect(await app.db.selectFrom('jobs').select('kind').execute()).toEqual([{ kind: 'waiting' }])
  })
})
