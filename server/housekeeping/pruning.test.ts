import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { inTransaction } from '../db/transaction.ts'
import { addRecord } from '../records/change.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { addOwner, changeBy } from '../testing/people.ts'
import { pruneChanges, pruneSignIns } from './pruning.ts'

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

describe('old changes', () => {
  const aYear = async (days: number, names: string[]) => {
    const admin = await app.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
    const change = { ...changeBy({ _id: admin.id }), id: newId({ msecs: daysAgo(days) }) }
    await inTransaction(app.db, async (db) => {
      for (const name of names) await addRecord(db, 'years', { name, rollover_id: null }, change)
    })
    return change.id
  }
  const left = async () => ({
    changes: (await app.db.selectFrom('changes').select('id').orderBy('id').execute()).map(({ id }) => id),
    entries: (await app.db.selectFrom('activity').select('change_id').orderBy('id').execute()).map(
      ({ change_id }) => change_id,
    ),
  })

  it('are removed whole once they are older than the history', async () => {
    await aYear(800, ['2001', '2002', '2003'])
    const [kept, young] = [await aYear(700, ['2004', '2005']), await aYear(1, ['2006'])]
    await pruneChanges(app.db, 730)
    expect(await left()).toEqual({ changes: [kept, young], entries: [kept, kept, young] })
  })

  it('stay from the one on that a running change takes back', async () => {
    const [gone, pinned, since] = [await aYear(900, ['2001']), await aYear(800, ['2002']), await aYear(790, ['2003'])]
    const undo = await aYear(1, ['2004'])
    const runs = app.db.updateTable('changes').set({ state: 'running', undoes: pinned }).where('id', '=', undo)
    await runs.execute()
    await pruneChanges(app.db, 730)
    expect(await left()).toEqual({ changes: [pinned, since, undo], entries: [pinned, since, undo] })
    expect((await left()).changes).not.toContain(gone)
    await app.db.updateTable('changes').set({ state: 'done' }).where('id', '=', undo).execute()
    await pruneChanges(app.db, 730)
    expect(await left()).toEqual({ changes: [undo], entries: [undo] })
  })

  it('stay while they still run, and leave no entries behind when the server stopped in between', async () => {
    const [running, stopped] = [await aYear(900, ['2001']), await aYear(800, ['2002'])]
    await app.db.updateTable('changes').set({ state: 'running' }).where('id', '=', running).execute()
    await app.db.deleteFrom('changes').where('id', '=', stopped).execute()
    await pruneChanges(app.db, 730)
    expect(await left()).toEqual({ changes: [running], entries: [running] })
  })
})
