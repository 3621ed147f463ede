import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { checklists } from '#contract/checklists.ts'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
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
const due = () => app.db.selectFrom('due').select('about').where('kind', '=', 'erase-owner').execute()

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
    const { data } = await app.call(ownerAccount.export, {}, mine)
    expect(data.profile).toMatchObject({ _id: id, email: grace.email })
    expect(data.rvs).toMatchObject([{ vin: '310312', is_deleted: false }])
    expect(data.checklists).toMatchObject([{ name: 'Secret plans', mine: true }])
    expect(data.maintenance).toMatchObject([{ reminder_name: 'Secret tires', done_at: null }])
    expect(data.notifications).toMatchObject([{ title: 'Recall' }])
    expect(data.devices).toMatchObject([{ platform: 'ios' }])
    expect([data.sessions.length, data.sign_ins.length, data.changes.length]).toEqual([1, 1, 4])
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
    const tables = ['users', 'rvs', 'checklists', 'maintenance_items', 'activity', 'changes', 'devices', 'otps']
    for (const table of tables) {
      const rows = JSON.stringify(await readQuery<object>(app.db, `select * from ${table}`, []))
      expect([table, rows]).toEqual([table, expect.not.stringMatching(/grace|hopper|secret|310312|phone-1/i)])
    }
    expect((await app.call(checklists.list, { is_deleted: false })).data.map(({ name }) => name)).toEqual(['For all'])
    // The address is free again.
    await app.call(ownerAccount.register, grace, visitor)
    await signIn()
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
