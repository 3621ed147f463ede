import { readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { inTransaction } from '../db/transaction.ts'
import { listReplaced, removeReplaced } from '../integrations/files/replaced.ts'
import { recordNew } from '../records/plan/sources/facts.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { addOwner, changeBy } from '../testing/people.ts'
import { pruneChanges, pruneOld, pruneRollovers, pruneSignIns } from './pruning.ts'

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

describe('what has an end', () => {
  const at = (days: number) => new Date(daysAgo(days)).toISOString()

  it('answers about warranties and ended keys go after a year', async () => {
    const { id } = await app.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
    const admin = {
      name: 'ERP',
      name_key: 'erp',
      password_hash: 'x',
      avatar_file: null,
      created_at: at(1),
      updated_at: at(1),
    }
    const key = {
      made_by: id,
      scope: 'read',
      record_types: '[]',
      may: '[]',
      addresses: '[]',
      created_at: at(400),
    } as const
    for (const [name, expires, ended] of [
      ['ended', -10, 366],
      ['expired', 366, null],
      ['lately', 1, 364],
      ['active', -10, null],
    ] as const) {
      await app.db
        .insertInto('warranty_answers')
        .values({ serial: name, answer: '[]', at: at(ended ?? expires) })
        .execute()
      await app.db
        .insertInto('admins')
        .values({ ...admin, id: name, email: `${name}@key.example`, status: 'PROGRAM' })
        .execute()
      const times = { expires_at: at(expires), ended_at: ended === null ? null : at(ended) }
      await app.db
        .insertInto('program_keys')
        .values({ ...key, ...times, id: name, secret_hash: name, last_used_at: null })
        .execute()
    }
    await pruneOld(app.db)
    const left = await app.db.selectFrom('program_keys').select('id').orderBy('id').execute()
    expect(left.map(({ id }) => id)).toEqual(['active', 'lately'])
    const answers = await app.db.selectFrom('warranty_answers').select('serial').orderBy('serial').execute()
    expect(answers.map(({ serial }) => serial)).toEqual(['active', 'lately'])
  })

  it('preparations of model years go with their change, once they are over', async () => {
    const made = { from_year_id: 'y', name: '2031', parts: '[]', chosen: '{}', counts: '{}', created_at: at(800) }
    const rest = { change_id: 'gone', admin_id: null, live_by: null, year_id: 'z' }
    const copy = { record_type: 'models' as const, source_version: 1, copy_version: 1 }
    const { id: adminId } = await app.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
    await inTransaction(app.db, async (db) => {
      await recordNew(db, 'years', { name: '2031', rollover_id: 'waits' }, changeBy({ _id: adminId }))
    })
    for (const id of ['over', 'waits']) {
      await app.db
        .insertInto('rollovers')
        .values({ id, ...made, ...rest, go_live_at: null })
        .execute()
      await app.db
        .insertInto('rollover_copies')
        .values({ copy_id: id, rollover_id: id, source_id: id, ...copy })
        .execute()
    }
    await pruneRollovers(app.db)
    expect(await app.db.selectFrom('rollovers').select('id').execute()).toEqual([{ id: 'waits' }])
    expect(await app.db.selectFrom('rollover_copies').select('copy_id').execute()).toEqual([{ copy_id: 'waits' }])
  })

  it('what a restore has replaced goes after a month, and nothing else of the data folder', async () => {
    const stamp = (days: number) => new Date(daysAgo(days)).toISOString().slice(0, 19).replaceAll(':', '-')
    const old = `back-office.db.before-${stamp(31)}`
    const young = [`api-key.before-${stamp(29)}`, `back-office.db.before-${stamp(29)}`]
    for (const name of [old, `${old}-wal`, ...young, `${young[1]}-wal`, 'back-office.db.before-me'])
      await writeFile(join(app.dataDir, name), '')
    // The installation had been idle for months before it was restored.
    for (const name of young) await utimes(join(app.dataDir, name), daysAgo(90) / 1000, daysAgo(90) / 1000)
    await removeReplaced(app.dataDir)
    const left = (await readdir(app.dataDir)).filter((name) => name.includes('before'))
    expect(left.toSorted()).toEqual([...young, `${young[1]}-wal`, 'back-office.db.before-me'])
    expect(await listReplaced(app.dataDir)).toEqual([
      { file: young[1], removed_on: new Date(daysAgo(-1)).toISOString().slice(0, 10) },
    ])
  })
})

describe('old changes', () => {
  const aYear = async (days: number, names: string[]) => {
    const admin = await app.db.selectFrom('admins').select('id').executeTakeFirstOrThrow()
    const change = { ...changeBy({ _id: admin.id }), id: newId({ msecs: daysAgo(days) }) }
    await inTransaction(app.db, async (db) => {
      for (const name of names) await recordNew(db, 'years', { name, rollover_id: null }, change)
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
