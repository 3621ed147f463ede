import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { keys } from '#contract/keys.ts'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { sync } from '#contract/owner/sync.ts'
import { privacy } from '#contract/privacy.ts'
import { users } from '#contract/users.ts'
import { openAppSession } from '../../auth/app-sessions.ts'
import { readQuery } from '../../db/raw-query.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { startFakeFcm } from '../../testing/fake-fcm.ts'
import { addCatalogue, addOwner } from '../../testing/people.ts'

type Person = { id: string; token: string }
let app: TestApp
let fcm: Awaited<ReturnType<typeof startFakeFcm>>
let old: Person
let kept: Person
let stranger: Person
let catalogue: Awaited<ReturnType<typeof addCatalogue>>

const person = async (name: string): Promise<Person> => {
  const id = await addOwner(app, name)
  return { id, token: await openAppSession(app.db, id) }
}
beforeEach(async () => {
  fcm = await startFakeFcm()
  app = await buildTestApp(fcm.env, { largeChange: { moreThan: 20, step: 3 } })
  catalogue = await addCatalogue(app)
  old = await person('Grace Hopper')
  kept = await person('Grace Murray')
  stranger = await person('Ada Byron')
})
afterEach(async () => {
  await app.close()
  await fcm.stop()
})

const addRv = (vin: string, owner: Person) => app.call(ownRecords.addRv, { ...catalogue, vin }, { token: owner.token })
const addPhone = (token: string, owner: Person) =>
  app.call(ownNotifications.addDevice, { token, platform: 'ios' }, { token: owner.token })
const send = async (title: string, ...to: Person[]) => {
  const text = { title, description: 'Please read.', purpose: 'safety' }
  await app.call(notifications.send, { ...text, user_ids: to.map(({ id }) => id) })
  await app.runJobs()
}

/** Both have RVs, items, phones and messages; one message is in both. */
async function liveALittle() {
  await addRv('310001', old)
  await addRv('310002', kept)
  const gone = (await addRv('310003', old)).data._id
  await app.call(ownRecords.deleteRv, { rv_id: gone }, { token: old.token })
  await app.call(ownRecords.addChecklist, { name: 'Departure' }, { token: old.token })
  const item = { reminder_name: 'Roof', item_name: 'Sealant', due_date: '2999-01-01', note: 'Look.' }
  await app.call(ownRecords.addMaintenance, item, { token: old.token })
  await addPhone('phone-of-old', old)
  await addPhone('phone-of-kept', kept)
  await send('Only old', old)
  await send('Both', old, kept)
  await send('Stranger', stranger)
}

const which = () => ({ user_id: old.id, into_id: kept.id })
const proved = { verified_by: 'other', note: 'Both came to the desk.' } as const
const preview = async () => (await app.call(privacy.merge, { ...which(), preview: true })).data
const merge = async () => app.call(privacy.merge, { ...which(), ...proved, expect: (await preview()).expect })
const undo = (change_id: string | null) => app.call(changes.undo, { change_id: change_id ?? '' })
const titles = async ({ token }: Person) =>
  (await app.call(ownNotifications.inbox, {}, { token })).data.map(({ title }) => title)
const vins = async ({ token }: Person) =>
  (await app.call(ownRecords.rvs, {}, { token })).data.map(({ vin }) => vin).toSorted()

/** All rows of these tables, without what every write moves. */
async function allRows() {
  const tables = [
    'users',
    'rvs',
    'checklists',
    'maintenance_items',
    'devices',
    'notification_recipients',
    'app_sessions',
  ]
  const rows: Record<string, unknown[]> = {}
  for (const table of tables) {
    const found = await readQuery<Record<string, unknown>>(app.db, `select * from ${table}`, [])
    rows[table] = found
      .map(({ version: _v, updated_at: _u, moved: _m, used_at: _at, ...row }) => row)
      .toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
  }
  return rows
}

describe('admin/users/merge', () => {
  it('says what would move, moves it, and shows it to the remaining account alone', async () => {
    await liveALittle()
    const { expect: print, ...counts } = await preview()
    expect(counts).toEqual({ rvs: 2, same_rvs: 0, checklists: 1, maintenance_items: 1, devices: 1, notifications: 1 })
    const answer = await merge()
    expect(answer.data).toEqual({ expect: print, ...counts })
    expect(answer).toMatchObject({ message: 'The accounts have been merged.', can_undo: true })
    expect(await vins(kept)).toEqual(['310001', '310002'])
    expect(await titles(kept)).toEqual(['Both', 'Only old'])
    expect([await vins(stranger), await titles(stranger)]).toEqual([[], ['Stranger']])
    expect((await app.call(users.get, { user_id: old.id })).data).toMatchObject({ status: false, rv_count: 0 })
    expect((await app.call(privacy.ofUser, { user_id: old.id })).data.merged_into).toEqual({
      _id: kept.id,
      name: 'Grace Murray',
    })
    const { data } = await app.call(changes.list, {})
    expect(data[0]?.sentence).toContain('merged')
    expect(data[0]?.sentence).toContain('into another account: Both came to the desk.')
    const held = (await app.call(privacy.exportPersonal, { user_id: kept.id })).data
    expect([held.rvs.length, held.devices.length, held.notifications.length]).toEqual([3, 2, 2])
  })

  it('is undone exactly', async () => {
    await liveALittle()
    const before = await allRows()
    const { change_id } = await merge()
    expect(await allRows()).not.toEqual(before)
    await undo(change_id)
    expect(await allRows()).toEqual(before)
    expect([await vins(old), await titles(old)]).toEqual([['310001'], ['Both', 'Only old']])
    expect([await vins(kept), await titles(kept)]).toEqual([['310002'], ['Both']])
    await merge()
    expect(await titles(kept)).toEqual(['Both', 'Only old'])
  })

  it('is undone exactly in steps where it was large', async () => {
    for (let place = 0; place < 24; place++) await addRv(`3200${place + 10}`, old)
    await liveALittle()
    const before = await allRows()
    const { change_id } = await merge()
    expect(await vins(kept)).toHaveLength(26)
    await undo(change_id)
    await app.runJobs()
    expect(await allRows()).toEqual(before)
  })

  it('lets no phone of the merged account get messages once the sessions of the other one end', async () => {
    await liveALittle()
    await merge()
    await app.call(users.changeStatus, { user_id: kept.id, status: false })
    expect(await app.db.selectFrom('devices').selectAll().execute()).toEqual([])
  })

  it('is closed to programs, and to who has not said lately that it is them', async () => {
    const expires_at = new Date(Date.now() + 86_400_000).toISOString()
    const key = { name: 'Nightly', scope: 'write', record_types: ['users', 'rvs'], may: ['delete', 'send'], expires_at }
    const { secret } = await app.call(keys.add, key)
    expect((await app.send(privacy.merge, { ...which(), preview: true }, { token: secret })).statusCode).toBe(403)
    const proved_at = new Date(Date.now() - 6 * 60_000).toISOString()
    await app.db.updateTable('sessions').set({ proved_at }).execute()
    expect((await app.refusal(privacy.merge, { ...which(), preview: true })).code).toBe('proof_required')
  })

  it('brings what moved to the app of the remaining account, and takes it away again with its undo', async () => {
    await liveALittle()
    const asked = { token: kept.token }
    const first = await app.call(sync, {}, asked)
    const { change_id } = await merge()
    const second = await app.call(sync, { since: first.cursor }, asked)
    const kinds = ['rvs', 'checklists', 'maintenance', 'notifications']
    const of = (rows: { type: string }[]) =>
      [...new Set(rows.map(({ type }) => type))].filter((one) => kinds.includes(one))
    expect(of(second.changed).toSorted()).toEqual(kinds.toSorted())
    await undo(change_id)
    const third = await app.call(sync, { since: second.cursor }, asked)
    expect([of(third.deleted).toSorted(), of(third.changed)]).toEqual([kinds.toSorted(), []])
  })

  it('keeps the merged account out, in words, until it is undone', async () => {
    await liveALittle()
    const { change_id } = await merge()
    const over = await app.refusal(ownerAccount.me, {}, { token: old.token })
    expect([over.status, over.code]).toEqual([401, 'deactivated'])
    const said = { status: 422, message: 'This account was merged into another one.' }
    expect(await app.refusal(users.changeStatus, { user_id: old.id, status: true })).toMatchObject(said)
    const many = { record_type: 'users', action: 'activate', ids: [old.id] } as const
    const bulk = await app.send(records.bulk, many)
    expect([bulk.statusCode, bulk.body]).toEqual([422, expect.stringContaining(said.message)])
    await send('Later', old, kept)
    expect((await titles(kept))[0]).toBe('Later')
    await undo(change_id)
    expect(await titles(old)).toEqual(['Both', 'Only old'])
    expect((await app.call(ownerAccount.me, {}, { token: old.token })).data._id).toBe(old.id)
  })

  it('sends to the phones of both, each once', async () => {
    await liveALittle()
    await merge()
    await send('Recall', old, kept)
    const told = fcm.taken.filter(({ title }) => title === 'Recall').map(({ token }) => token)
    expect(told.toSorted()).toEqual(['phone-of-kept', 'phone-of-old'])
  })

  it('keeps the stricter consent, with the proof of who said so', async () => {
    const say = (owner: Person, news: boolean, reminders: boolean, text_version: string) =>
      app.call(ownerAccount.setPreferences, { news, reminders, text_version }, { token: owner.token })
    const agreed = async () => {
      const { news, reminders, text_version } = (await app.call(privacy.ofUser, { user_id: kept.id })).data
      return { news, reminders, text_version }
    }
    await say(kept, true, true, 'v1')
    await say(old, false, true, 'v2')
    const { change_id } = await merge()
    expect(await agreed()).toEqual({ news: false, reminders: true, text_version: 'v2' })
    await undo(change_id)
    expect(await agreed()).toEqual({ news: true, reminders: true, text_version: 'v1' })
    await say(kept, true, false, 'v1')
    await merge()
    expect(await agreed()).toEqual({ news: false, reminders: false, text_version: '' })
  })

  it('refuses what cannot be merged, and says why', async () => {
    const refusal = async (input: object) => {
      const { status, errors } = await app.refusal(privacy.merge, { ...which(), preview: true, ...input })
      return [status, errors]
    }
    expect(await refusal({ into_id: old.id })).toEqual([422, { into_id: [expect.stringContaining('another account')] }])
    expect((await refusal({ into_id: 'nobody' }))[0]).toBe(404)
    expect(await refusal({ preview: false })).toEqual([
      422,
      {
        verified_by: ['Please choose how it was checked.'],
        expect: ['Please look first at what would move.'],
      },
    ])
    const { expect: print } = await preview()
    const asked = { preview: false, expect: print }
    expect(await refusal({ ...asked, verified_by: 'other' })).toEqual([
      422,
      { note: ['Please say how it was checked.'] },
    ])
    expect(await refusal({ ...asked, verified_by: 'mailed_code' })).toEqual([
      422,
      { verified_by: ['The email addresses of both accounts have not been confirmed by a code.'] },
    ])
    await app.call(users.changeStatus, { user_id: kept.id, status: false })
    expect(Object.keys((await refusal({}))[1] ?? {})).toEqual(['into_id'])
    await app.call(users.changeStatus, { user_id: kept.id, status: true })
    await app.call(privacy.erase, { user_id: old.id, asked_by: 'owner', verified_by: 'other' })
    expect(await refusal({})).toEqual([422, { user_id: ['This account is to be erased. Please keep it first.'] }])
    await app.call(privacy.keep, { user_id: old.id })
    await merge()
    const chain = { user_id: kept.id, into_id: stranger.id }
    expect(Object.keys((await refusal(chain))[1] ?? {})).toEqual(['user_id'])
    expect((await refusal({ into_id: stranger.id }))[0]).toBe(422)
    await app.call(privacy.erase, { user_id: stranger.id, asked_by: 'owner', verified_by: 'other', now: true })
    expect((await refusal({ user_id: stranger.id }))[0]).toBe(422)
  })

  it('names the RVs of the same VIN that are of different models', async () => {
    await addRv('310002', old)
    const other = await addCatalogue(app, '2286')
    await app.call(ownRecords.addRv, { ...other, vin: '310002' }, { token: kept.token })
    const { status, errors } = await app.refusal(privacy.merge, { ...which(), preview: true })
    const said = 'VIN 310002: both accounts have it, as RVs of different models. Please delete the wrong one first.'
    expect([status, errors]).toEqual([422, { vin: [said] }])
  })

  it('happens once, where something has changed since not at all', async () => {
    await addRv('310001', old)
    const { expect: print } = await preview()
    await addRv('310002', old)
    const late = await app.refusal(privacy.merge, { ...which(), ...proved, expect: print })
    expect([late.status, late.message]).toEqual([409, 'Something has changed. Please look again.'])
    const again = (await preview()).expect
    const both = await Promise.all([1, 2].map(() => app.send(privacy.merge, { ...which(), ...proved, expect: again })))
    expect(both.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)).toEqual([200, 422])
    expect(await vins(kept)).toEqual(['310001', '310002'])
  })

  it('is taken along by the erase of the remaining account', async () => {
    await liveALittle()
    const { change_id } = await merge()
    await app.call(privacy.erase, { user_id: kept.id, asked_by: 'owner', verified_by: 'other', now: true })
    await app.runJobs()
    for (const { id } of [old, kept])
      expect((await app.call(users.get, { user_id: id })).data).toMatchObject({ name: 'Erased', status: false })
    const rows = JSON.stringify(await allRows())
    expect(rows).not.toMatch(/Grace|31000|phone-of|Departure|Sealant/)
    expect((await app.refusal(changes.undo, { change_id: change_id ?? '' })).status).toBe(422)
    const { data } = await app.call(changes.list, {})
    expect(JSON.stringify(data)).not.toMatch(/Grace|desk/)
  })

  it('leaves what has moved where the merged account is erased', async () => {
    await liveALittle()
    const { change_id } = await merge()
    await app.call(privacy.erase, { user_id: old.id, asked_by: 'owner', verified_by: 'other', now: true })
    await app.runJobs()
    expect([await vins(kept), await titles(kept)]).toEqual([
      ['310001', '310002'],
      ['Both', 'Only old'],
    ])
    expect((await app.send(changes.undo, { change_id: change_id ?? '' })).statusCode).not.toBe(200)
    expect(await vins(kept)).toEqual(['310001', '310002'])
  })
})
