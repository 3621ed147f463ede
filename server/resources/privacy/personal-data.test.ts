import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { changes } from '#contract/changes.ts'
import { keys } from '#contract/keys.ts'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { privacy } from '#contract/privacy.ts'
import { users } from '#contract/users.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { pageOf } from './personal-file.ts'

let app: TestApp
let mine: { token: string }
let user_id: string
const visitor = { token: null }
const grace = { name: 'Grace Hopper', email: 'grace@owners.example', password: 'flow-matic-1!' }
const { name: _name, ...login } = grace
const { password } = grace

beforeEach(async () => {
  app = await buildTestApp()
  await app.call(ownerAccount.register, { ...grace, terms_version: '2026-11' }, visitor)
  mine = { token: await signIn() }
  user_id = (await app.call(ownerAccount.me, {}, mine)).data._id
})
afterEach(() => app.close())

async function signIn() {
  const { data } = await app.call(ownerAccount.signIn, login, visitor)
  return 'token' in data ? data.token : ''
}

describe('admin/users/export_personal and users/export', () => {
  it('answer the same, with what the office has done, what failed, what was agreed to and who could read it', async () => {
    await app.call(ownRecords.addChecklist, { name: '<b>Plans</b>', note: 'Mine.' }, mine)
    await app.call(ownerAccount.setPreferences, { news: true, reminders: false, text_version: 'v2' }, mine)
    await app.call(ownerAccount.changeEmail, { email: 'new@owners.example', password }, mine)
    await app.call(users.changeStatus, { user_id, status: false })
    await app.call(users.changeStatus, { user_id, status: true })
    await app.refusal(ownerAccount.signIn, { ...login, password: 'wrong-1!' }, visitor)
    mine = { token: await signIn() }
    await app.refusal(ownerAccount.signIn, { ...login, password: 'wrong-1!' }, visitor)
    await app.call(notifications.send, { title: 'Recall', description: 'Please call.', user_ids: [user_id] })
    const key = { name: 'Nightly', scope: 'read', record_types: ['users'] } as const
    await app.call(keys.add, { ...key, expires_at: new Date(Date.now() + 86_400_000).toISOString() })
    await app.call(privacy.add, { user_id, kind: 'correct' })

    const { data, kept } = await app.call(privacy.exportPersonal, { user_id })
    expect(data.profile).toMatchObject({ new_email: 'new@owners.example', is_active: true, social_id: null })
    expect(data.preferences).toMatchObject({
      news: true,
      reminders: false,
      text_version: 'v2',
      terms_version: '2026-11',
    })
    expect(data.changes_by_others.map(({ by, message }) => [by, message])).toEqual(
      expect.arrayContaining([['the office', 'User has been deactivated.']]),
    )
    expect(JSON.stringify(data)).not.toMatch(/argon2|Administrator/)
    expect(data.failed_sign_ins).toEqual([{ count: 1, until: expect.any(String) }])
    expect(data.notifications).toMatchObject([{ title: 'Recall', state: 'waiting', purpose: 'service' }])
    expect(data.programs).toMatchObject([{ kind: 'key', name: 'Nightly' }])
    expect(data.requests).toMatchObject([{ kind: 'correct', outcome: null }])
    expect(kept.length).toBeGreaterThan(2)

    const own = await app.call(ownerAccount.export, { password }, mine)
    expect(Object.keys(own.data)).toEqual(Object.keys(data))
    const { checklists, preferences, notifications: messages, programs } = data
    expect(own.data).toMatchObject({ checklists, preferences, notifications: messages, programs })
    expect(own.data.changes_by_others.length).toBe(data.changes_by_others.length)
    expect(own.data.requests.at(-1)).toMatchObject({ kind: 'access', outcome: 'Exported in the app' })
  })

  it('stand among the changes, and tell the other administrators', async () => {
    const other = { id: 'other', name: 'Mary', email: 'mary@office.example', password_hash: 'x', avatar_file: null }
    const at = new Date().toISOString()
    await app.db
      .insertInto('admins')
      .values({ ...other, created_at: at, updated_at: at })
      .execute()
    await app.call(privacy.exportPersonal, { user_id })
    await app.runJobs()
    expect(app.mails.map(({ to }) => to)).toContain('mary@office.example')
    const told = app.mails.find(({ to }) => to === 'mary@office.example')
    expect(told?.text).toContain('has exported everything that is held about a user')
    expect(told?.text).not.toContain('Grace')
    const { data } = await app.call(changes.list, {})
    expect(data[0]?.sentence).toContain('exported everything that is held about')
    expect(data[0]?.kind).toBe('export')
  })

  it('want the password of the owner, and refuse who was erased', async () => {
    const none = await app.refusal(ownerAccount.export, {}, mine)
    expect(none.errors).toEqual({ password: ['Please enter your password.'] })
    expect((await app.refusal(ownerAccount.export, { password: 'wrong-1!' }, mine)).status).toBe(422)
    await app.call(privacy.erase, { user_id, asked_by: 'owner', verified_by: 'other', now: true })
    const refusal = await app.refusal(privacy.exportPersonal, { user_id })
    expect([refusal.status, refusal.message]).toEqual([422, 'This has been erased.'])
    expect((await app.refusal(privacy.exportPersonal, { user_id: 'nobody' })).status).toBe(404)
  })

  it('come as a file with a page in which everything is escaped', async () => {
    const answer = await app.send(privacy.exportPersonal, { user_id, format: 'zip' })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip'])
    expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK')
    await app.call(ownRecords.addChecklist, { name: '<script>alert(1)</script>' }, mine)
    const page = [...pageOf(await app.call(privacy.exportPersonal, { user_id }))].join('')
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toContain('<script>')
  })
})
