import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { changes, records } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvs } from '#contract/rvs.ts'
import { users } from '#contract/users.ts'
import { readQuery } from '../../db/raw-query.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addCatalogue } from '../../testing/people.ts'

let app: TestApp
let mine: { token: string }
let id: string
const visitor = { token: null }
const grace = { name: 'Grace Hopper', email: 'grace@example.com', password: 'flow-matic-1!' }
const { name: _name, ...login } = grace
const social = { provider: 'GOOGLE', id_token: JSON.stringify({ sub: 'g-1', email: 'mary@example.com', name: 'Mary' }) }

beforeEach(async () => {
  app = await buildTestApp({ DEMO_SOCIAL_SIGN_IN: 'true' })
  await app.call(ownerAccount.register, grace, visitor)
  mine = { token: await signIn() }
  id = (await app.call(ownerAccount.me, {}, mine)).data._id
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

async function signIn() {
  const { data } = await app.call(ownerAccount.signIn, login, visitor)
  if (data.must_change_password) throw new Error('the password must be changed first')
  return data.token
}
const status = async () => (await app.send(ownerAccount.me, {}, mine)).statusCode
const { password } = grace
const later = (days: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * 86_400_000 })
const due = () => app.db.selectFrom('jobs').select('key as about').where('kind', '=', 'erase-owner').execute()

/** Gives the owner one of everything. */
async function settle() {
  const vin = { ...(await addCatalogue(app)), vin: '1FTFW1ET5DF310312' }
  await app.call(ownRecords.addRv, vin, mine)
  await app.call(ownRecords.addChecklist, { name: 'Secret plans', note: 'Of mine.' }, mine)
  const item = { reminder_name: 'Secret tires', item_name: 'Axle', due_date: '2099-05-10', note: 'Secretly.' }
  await app.call(ownRecords.addMaintenance, item, mine)
  await app.call(ownNotifications.addDevice, { token: 'phone-1', platform: 'ios' }, mine)
  await app.call(notifications.send, { title: 'Recall', description: 'Please call.', user_ids: [id] })
}

describe('users/export', () => {
  it('has all that is held about the owner, and nothing of others', async () => {
    await settle()
    const { data } = await app.call(ownerAccount.export, { password }, mine)
    expect(data.profile).toMatchObject({ _id: id, email: grace.email })
    expect(data.rvs).toMatchObject([{ vin: '310312', is_deleted: false }])
    expect(data.checklists).toMatchObject([{ name: 'Secret plans', mine: true }])
    expect(data.maintenance).toMatchObject([{ reminder_name: 'Secret tires', done_at: null }])
    expect(data.notifications).toMatchObject([{ title: 'Recall' }])
    expect(data.devices).toMatchObject([{ platform: 'ios' }])
    expect([data.sessions.length, data.sign_ins.length, data.changes.length]).toEqual([1, 1, 5])
    expect(JSON.stringify(data)).not.toMatch(/argon2|Administrator|phone-1/)
  })
})

describe('users/delete', () => {
  it('asks for the password, and then ends all sessions', async () => {
    const none = await app.refusal(ownerAccount.delete, {}, mine)
    expect(none.errors).toEqual({ password: ['Please enter your password.'] })
    expect((await app.refusal(ownerAccount.delete, { password: 'wrong-1!' }, mine)).status).toBe(422)
    expect(await status()).toBe(200)
    const { erased_at, can_undo } = await app.call(ownerAccount.delete, { password }, mine)
    expect([Math.round((Date.parse(erased_at) - Date.now()) / 86_400_000), can_undo]).toEqual([7, false])
    expect(await status()).toBe(401)
    await app.runJobs()
    expect(app.mails.at(-1)?.subject).toBe('Your account will be deleted')
    expect((await app.call(users.get, { user_id: id })).data.name).toBe('Grace Hopper')
  })

  it('is taken back by signing in', async () => {
    await app.call(ownerAccount.delete, { password }, mine)
    later(6)
    await app.runJobs()
    expect(await due()).toHaveLength(1)
    const { data } = await app.call(ownerAccount.signIn, login, visitor)
    const session = { token: 'token' in data ? data.token : null }
    expect(data).toMatchObject((await app.call(ownerAccount.me, {}, session)).data)
    expect(await due()).toEqual([])
    later(20)
    await app.runJobs()
    await signIn()
  })

  async function erase() {
    await app.call(ownerAccount.delete, { password }, mine)
    await app.runJobs()
    later(8)
    await app.runJobs()
    vi.useRealTimers()
  }

  it('erases the owner and what they had added after a week, from the history too', async () => {
    await settle()
    await app.call(checklists.add, { name: 'For all' })
    await app.call(ownerAccount.editProfile, { name: 'Grace Brewster', state: 'Oregon' }, mine)
    await app.call(ownerAccount.delete, { password }, mine)
    await app.runJobs()
    later(8)
    await app.runJobs()
    vi.useRealTimers()
    const { data } = await app.call(users.get, { user_id: id })
    expect(data).toMatchObject({ name: 'Erased', status: false, state: '', rv_count: 0 })
    expect((await app.refusal(ownerAccount.signIn, login, visitor)).status).toBe(422)
    const tables = [
      'users',
      'rvs',
      'checklists',
      'maintenance_items',
      'activity',
      'changes',
      'devices',
      'one_time_secrets',
    ]
    for (const table of tables) {
      const rows = JSON.stringify(await readQuery<object>(app.db, `select * from ${table}`, []))
      expect([table, rows]).toEqual([table, expect.not.stringMatching(/grace|hopper|secret|310312|phone-1/i)])
    }
    expect((await app.call(checklists.list, { is_deleted: false })).data.map(({ name }) => name)).toEqual(['For all'])
    // The address is free again.
    await app.call(ownerAccount.register, grace, visitor)
    await signIn()
  })

  it('leaves the RVs of the factory as they were, without an owner, and the next load finds them', async () => {
    const catalogue = await addCatalogue(app)
    const load = { ...catalogue, external_id: 'W-1', vin: '310312', serial_no: '770077', user: null }
    const one = (await app.call(rvs.upsert, { records: [load] })).data.ids[0] ?? ''
    const second = { ...load, external_id: 'W-2', vin: '310313', serial_no: '' }
    const other = (await app.call(rvs.upsert, { records: [second] })).data.ids[0] ?? ''
    // The factory gives no number, or only its history shows that it came from there.
    await app.db.updateTable('rvs').set({ external_id: null }).where('id', '=', other).execute()
    for (const vin of ['310312', '310313', '310314']) await app.call(ownRecords.addRv, { ...catalogue, vin }, mine)
    await app.call(ownRecords.editRv, { rv_id: one, ...catalogue, vin: '310312', serial_no: '770077' }, mine)
    await erase()
    const { data } = await app.call(rvs.list, { sort: [{ field: 'vin', order: 'asc' }] })
    expect(
      data.map(({ _id, vin, user, is_deleted, external_id, serial_no }) => ({
        _id,
        vin,
        user,
        is_deleted,
        external_id,
        serial_no,
      })),
    ).toEqual([
      {
        _id: expect.any(String),
        vin: '',
        user: { _id: id, name: 'Erased' },
        is_deleted: true,
        external_id: null,
        serial_no: null,
      },
      { _id: one, vin: '310312', user: null, is_deleted: false, external_id: 'W-1', serial_no: '770077' },
      { _id: other, vin: '310313', user: null, is_deleted: false, external_id: null, serial_no: null },
    ])
    const again = await app.call(rvs.upsert, { records: [load] })
    expect([again.data.ids[0], (await app.call(rvs.list, {})).total]).toEqual([one, 3])
    const history = JSON.stringify(await app.call(changes.of_record, { record_type: 'rvs', record_id: one }))
    expect(history).toContain('310312')
    expect(history).not.toMatch(/grace|hopper/i)
  })

  it('is final: nothing that was erased can be restored, activated, written to or undone', async () => {
    await settle()
    const [rv] = (await app.call(rvs.list, {})).data
    const [checklist] = (await app.call(checklists.list, {})).data
    const edited = await app.call(users.changeStatus, { user_id: id, status: false })
    await app.call(users.changeStatus, { user_id: id, status: true })
    mine = { token: await signIn() }
    await erase()
    const catalogue = await addCatalogue(app, '2301')
    const refusals = [
      await app.refusal(users.changeStatus, { user_id: id, status: true }),
      await app.refusal(rvs.restore, { rv_id: rv?._id ?? '' }),
      await app.refusal(rvs.edit, { rv_id: rv?._id ?? '', ...catalogue, user: id, vin: '310319', serial_no: '' }),
      await app.refusal(rvs.upsert, {
        records: [{ ...catalogue, external_id: 'W-9', vin: '310320', serial_no: '', user: id }],
      }),
      await app.refusal(checklists.restore, { checklist_id: checklist?._id ?? '' }),
      await app.refusal(notifications.send, { title: 'Recall', description: 'Please call.', user_ids: [id] }),
      await app.refusal(changes.undo, { change_id: edited.change_id ?? '' }),
      await app.refusal(records.bulk, { record_type: 'users', action: 'activate', ids: [id] }),
      await app.refusal(records.bulk, { record_type: 'rvs', action: 'restore', ids: [rv?._id ?? ''] }),
    ]
    expect(refusals.map(({ status, message }) => [status, message])).toEqual(
      refusals.map(() => [422, 'This has been erased.']),
    )
  })

  it('takes a fresh token of the social network from those who have no password', async () => {
    const { data } = await app.call(ownerAccount.signInSocial, social, visitor)
    const mary = { token: data.token }
    expect((await app.refusal(ownerAccount.delete, { password }, mary)).errors).toHaveProperty('id_token')
    const stranger = JSON.stringify({ sub: 'g-2', email: 'mary@example.com', name: 'Mary' })
    expect((await app.refusal(ownerAccount.delete, { id_token: stranger }, mary)).status).toBe(422)
    await app.call(ownerAccount.delete, { id_token: social.id_token }, mary)
    expect((await due()).map(({ about }) => about)).toEqual([data._id])
    await app.call(ownerAccount.signInSocial, social, visitor)
    expect(await due()).toEqual([])
  })
})
