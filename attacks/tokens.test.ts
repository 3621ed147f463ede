import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { users } from '#contract/users.ts'
import { ADMIN } from '#server/testing/build-test-app.ts'
import { buildInhabitedApp, everyCall, type InhabitedApp } from './inhabited-app.ts'

let app: InhabitedApp
let admin: { token: string }
beforeAll(async () => {
  app = await buildInhabitedApp()
})
// A reset ends all sessions.
beforeEach(async () => {
  admin = { token: await app.signIn() }
})
afterAll(() => app.close())

const NEW = 'quite-another-2?'
const visitor = { token: null }
const closed = everyCall.filter(([, { public: open }]) => !open)

const statusOf = async (endpoint: Endpoint, token: string | null) =>
  (await app.send(endpoint, {}, { token })).statusCode

async function reset(password: string) {
  await app.call(account.forgotPassword, { email: ADMIN.email }, visitor)
  await app.runJobs()
  const otp = app.mails.flatMap(({ text }) => /is (\d{6})/.exec(text)?.[1] ?? []).at(-1) ?? ''
  await app.call(
    account.resetPassword,
    { email: ADMIN.email, otp, new_password: password, confirm_password: password },
    visitor,
  )
}

describe("an administrator's token", () => {
  it('opens nothing after the logout', async () => {
    const token = await app.signIn()
    await app.call(account.logout, {}, { token })
    for (const [address, endpoint] of closed)
      expect([address, await statusOf(endpoint, token)]).toEqual([address, endpoint.owner ? 403 : 401])
  })

  it('ends with a new password, but for the one that set it', async () => {
    const [other, own] = [await app.signIn(), await app.signIn()]
    await app.call(account.editPassword, { old_password: ADMIN.password, new_password: NEW }, { token: own })
    expect([await statusOf(account.me, other), await statusOf(account.me, own)]).toEqual([401, 200])
    await app.call(account.editPassword, { old_password: NEW, new_password: ADMIN.password }, { token: own })
  })

  it('ends with a reset by code, whichever it is', async () => {
    const tokens = [await app.signIn(), await app.signIn()]
    await reset(NEW)
    for (const token of tokens) expect(await statusOf(account.me, token)).toBe(401)
    await reset(ADMIN.password)
    expect(await statusOf(account.me, await app.signIn())).toBe(200)
  })

  it("opens no call of the owners' app", async () => {
    const token = await app.signIn()
    for (const [address, endpoint] of closed.filter(([, { owner }]) => owner)) {
      expect([address, await statusOf(endpoint, token)]).toEqual([address, 403])
    }
  })

  it('is only taken from its header', async () => {
    const token = await app.signIn()
    const headers = { 'x-api-key': app.deps.apiKey }
    const url = `/api/v1/${account.me.path}`
    for (const wrong of [
      { url: `${url}?token=${token}`, headers, payload: {} },
      { url, headers: { ...headers, cookie: `token=${token}` }, payload: {} },
      { url, headers: { ...headers, authorization: `Bearer ${token}` }, payload: {} },
      { url, headers, payload: { token } },
      { url, headers: { ...headers, token: `${token}, ${token}` }, payload: {} },
      { url, headers: { ...headers, token: token.toLowerCase() }, payload: {} },
    ]) {
      expect((await app.app.inject({ method: 'POST', ...wrong })).statusCode).toBe(401)
    }
  })
})

describe("an owner's token", () => {
  const owner = { name: 'Edith Clarke', email: 'edith@example.com', password: 'graphical-1!' }
  async function signIn(password = owner.password) {
    const { data } = await app.call(ownerAccount.signIn, { email: owner.email, password }, visitor)
    if (data.must_change_password) throw new Error('the password must be changed first')
    return data
  }

  it('opens no call of the back-office', async () => {
    for (const [address, endpoint] of closed.filter(([, { owner }]) => !owner)) {
      expect([address, await statusOf(endpoint, app.owner)]).toEqual([address, 403])
    }
  })

  it('ends when the administrator turns the owner off or resets the password, and with a change by the owner', async () => {
    await app.call(ownerAccount.register, owner, visitor)
    const { token, _id: user_id } = await signIn()
    await app.call(users.changeStatus, { user_id, status: false }, admin)
    expect(await statusOf(ownerAccount.me, token)).toBe(401)
    await app.call(users.changeStatus, { user_id, status: true }, admin)
    expect(await statusOf(ownerAccount.me, token)).toBe(401)

    const second = (await signIn()).token
    await app.call(
      ownerAccount.changePassword,
      { email: owner.email, old_password: owner.password, new_password: NEW },
      visitor,
    )
    expect(await statusOf(ownerAccount.me, second)).toBe(401)

    const third = (await signIn(NEW)).token
    await app.call(users.resetPassword, { user_id }, admin)
    await app.runJobs()
    expect(await statusOf(ownerAccount.me, third)).toBe(401)
    await app.refusal(ownerAccount.signIn, { email: owner.email, password: NEW }, visitor)
  })

  it('shows and changes nothing that belongs to somebody else, whatever ids are sent', async () => {
    const as = { token: app.otherOwner }
    const theirs = {
      user_id: app.ownerId,
      user: app.ownerId,
      visible_to: app.ownerId,
      _id: app.ids.rv_id,
      rv_id: app.ids.rv_id,
    }
    const filters = { user_id: { op: 'eq', value: app.ownerId } }
    await app.call(ownRecords.addChecklist, { name: 'Of the first', note: '' }, { token: app.owner })
    for (const list of [ownRecords.rvs, ownRecords.checklists, ownRecords.maintenance, ownNotifications.inbox]) {
      const refused = await app.refusal(list, { ...theirs, filters: JSON.stringify(filters) }, as)
      expect(refused.status).toBe(422)
      const shown = JSON.stringify([refused, await app.call(list, {}, as)])
      expect(shown).not.toContain('Of the first')
      expect(shown).not.toContain('Grace Hopper')
      expect(shown).not.toContain('Recall')
      expect(shown).not.toContain(app.ids.rv_id)
    }
    const { notification_id } = app.ids
    await app.call(ownNotifications.markRead, { notification_id }, as)
    await app.call(ownNotifications.delete, { notification_id, ...theirs }, as)
    const inbox = await app.call(ownNotifications.inbox, {}, { token: app.owner })
    expect(inbox.data.map(({ is_read }) => is_read)).toEqual([false])
  })

  it('adds in its own name, whatever owner is sent', async () => {
    const note = {
      name: 'Whose is it',
      note: '',
      user_id: app.ownerId,
      user: app.ownerId,
      added_by_id: app.ownerId,
      added_by_kind: 'admin',
    }
    const { data } = await app.call(ownRecords.addChecklist, note, { token: app.otherOwner })
    const row = await app.db
      .selectFrom('checklists')
      .select(['added_by_id', 'added_by_kind'])
      .where('id', '=', data._id)
      .executeTakeFirst()
    expect(row).toEqual({ added_by_id: app.otherId, added_by_kind: 'user' })
  })
})

describe('an administrator', () => {
  it("cannot change another one's name or password by sending that id", async () => {
    for (const endpoint of [account.editProfile, account.editPassword]) {
      const fields = { user_id: app.ownerId, name: 'Eve', old_password: ADMIN.password, new_password: NEW }
      expect((await app.refusal(endpoint, fields, admin)).status).toBe(403)
    }
  })
})
