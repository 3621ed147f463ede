import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { administrators, NOT_THE_LAST, NOT_YOURSELF } from '#contract/administrators.ts'
import { changes } from '#contract/changes.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addAnotherAdmin } from '../../testing/people.ts'
import { GRACE, PASSWORD, teamOf, visitor } from '../../testing/team.ts'

let app: TestApp
let team: ReturnType<typeof teamOf>
beforeEach(async () => {
  app = await buildTestApp()
  team = teamOf(app)
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const WRONG_LOGIN = 'Incorrect email or password.'

describe('admin/administrators/list', () => {
  it('shows who there is, in which state, and marks who asks', async () => {
    await team.invite()
    await addAnotherAdmin(app, 'Zora')
    const rows = await team.listed()
    expect(rows.map(({ name, status, is_me, second_factor }) => [name, status, is_me, second_factor])).toEqual([
      ['Administrator', 'ACTIVE', true, false],
      ['Grace Hopper', 'INVITED', false, false],
      ['Zora', 'ACTIVE', false, false],
    ])
    expect(rows.map(({ last_sign_in }) => last_sign_in !== null)).toEqual([true, false, true])
    expect(Object.keys(rows[0] ?? {})).not.toContain('password_hash')
  })

  it('is sorted, filtered and paged as other lists', async () => {
    await team.invite()
    await addAnotherAdmin(app, 'Zora')
    expect(await team.namesIn({ status: 'INVITED' })).toEqual(['Grace Hopper'])
    expect(await team.namesIn({ filters: { email: { value: 'GRACE@' } } })).toEqual(['Grace Hopper'])
    expect(await team.namesIn({ filters: { second_factor: { value: 'true' } } })).toEqual([])
    expect(await team.namesIn({ filters: { status: { op: 'in', value: ['ACTIVE'] } } })).toEqual([
      'Administrator',
      'Zora',
    ])
    expect(await team.namesIn({ sort: [{ field: 'last_sign_in', order: 'asc' }] })).toEqual([
      'Grace Hopper',
      'Administrator',
      'Zora',
    ])
    const second = await app.call(administrators.list, { page: 2, per_page: 2 })
    expect([second.total, second.data.map(({ srno }) => srno)]).toEqual([3, [3]])
    for (const field of ['invited_until', 'second_factor', 'email', 'updated_at', 'is_deleted']) {
      expect(await team.listed({ sort: [{ field, order: 'desc' }] })).toHaveLength(3)
    }
  })
})

describe('somebody who is deactivated', () => {
  it('is signed out at once, and cannot sign in or ask for a code', async () => {
    await team.invite()
    await team.accept()
    const token = await app.signIn({ email: GRACE.email, password: PASSWORD })
    const [, grace] = await team.listed()
    const { data, message } = await app.call(administrators.deactivate, { administrator_id: grace?._id })
    expect([data.status, message]).toEqual(['INACTIVE', 'Administrator has been deactivated.'])
    expect((await app.refusal(account.me, {}, { token })).status).toBe(401)
    const refusal = await team.login()
    expect([refusal.status, refusal.message]).toEqual([422, WRONG_LOGIN])
    await app.runJobs()
    app.mails.length = 0
    await app.call(account.forgotPassword, { email: GRACE.email }, visitor)
    await app.runJobs()
    expect(app.mails).toEqual([])
    await app.call(administrators.activate, { administrator_id: grace?._id })
    expect((await app.refusal(account.me, {}, { token })).status).toBe(401)
    await app.signIn({ email: GRACE.email, password: PASSWORD })
  })

  it('has a code that was mailed before no more', async () => {
    const grace = await addAnotherAdmin(app, 'Grace')
    await app.call(account.forgotPassword, { email: grace.email }, visitor)
    await app.runJobs()
    const otp = /is (\d{6})/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? ''
    await app.call(administrators.deactivate, { administrator_id: grace.id })
    const reset = { email: grace.email, otp, new_password: PASSWORD, confirm_password: PASSWORD }
    expect((await app.refusal(account.resetPassword, reset, visitor)).status).toBe(422)
  })

  it('opens nothing with a session that is still there', async () => {
    const { token, id } = await addAnotherAdmin(app, 'Grace')
    await app.db.updateTable('admins').set({ status: 'INACTIVE' }).where('id', '=', id).execute()
    expect((await app.refusal(account.me, {}, { token })).status).toBe(401)
  })

  it('is neither whoever asks nor the last one', async () => {
    const me = (await team.listed()).find(({ is_me }) => is_me)
    const mine = await app.refusal(administrators.deactivate, { administrator_id: me?._id })
    expect([mine.status, mine.message]).toEqual([422, NOT_YOURSELF])
    const { _id } = await team.invite()
    expect((await app.refusal(administrators.deactivate, { administrator_id: _id })).message).toBe(
      'This person has not accepted the invitation yet.',
    )
    expect((await app.refusal(administrators.deactivate, { administrator_id: 'nobody' })).status).toBe(404)
  })

  it('is one of two who deactivate each other at the same moment', async () => {
    const me = (await team.listed()).find(({ is_me }) => is_me)
    const grace = await addAnotherAdmin(app, 'Grace')
    const answers = await Promise.all([
      app.send(administrators.deactivate, { administrator_id: grace.id }),
      app.send(administrators.deactivate, { administrator_id: me?._id }, grace),
    ])
    const refused = answers.find(({ statusCode }) => statusCode !== 200)
    expect(answers.map(({ statusCode }) => statusCode)).toContain(200)
    expect([401, 422]).toContain(refused?.statusCode)
    if (refused?.statusCode === 422) expect(refused.json().message).toBe(NOT_THE_LAST)
    const active = await app.db.selectFrom('admins').select('id').where('status', '=', 'ACTIVE').execute()
    expect(active).toHaveLength(1)
  })

  it('keeps the name in the history', async () => {
    const grace = await addAnotherAdmin(app, 'Grace')
    const { change_id } = await app.call(administrators.invite, { name: 'New', email: 'new@example.com' }, grace)
    await app.call(administrators.deactivate, { administrator_id: grace.id })
    const { change } = await app.call(changes.get, { change_id })
    expect(change.by).toEqual({ _id: grace.id, name: 'Grace', kind: 'admin' })
  })
})

describe('what happens to administrators', () => {
  it('is in the history, with the states and without secrets', async () => {
    const { _id } = await team.invite()
    await team.accept()
    await app.call(administrators.deactivate, { administrator_id: _id })
    const history = await app.call(changes.of_record, { record_type: 'admins', record_id: _id })
    expect(history.data.map(({ change }) => [change.message, change.can_undo, change.by.name])).toEqual([
      ['Administrator has been deactivated.', false, 'Administrator'],
      ['Welcome! Please sign in.', false, 'Grace'],
      ['The invitation has been sent.', false, 'Administrator'],
    ])
    const [last, accepted] = history.data
    expect(last?.fields).toEqual([{ field: 'status', label: 'Status', type: 'text', from: 'ACTIVE', to: 'INACTIVE' }])
    expect(accepted?.fields.find(({ field }) => field === 'password')).toMatchObject({ from: '***', to: '***' })
    expect(JSON.stringify(history)).not.toContain('argon2')
  })

  it('is undone where it is only a name, and merged with what others changed', async () => {
    const grace = await addAnotherAdmin(app, 'Grace')
    const one = { administrator_id: grace.id, version: 1 }
    const { change_id } = await app.call(administrators.edit, { ...one, name: 'Amazing Grace' })
    const stale = await app.refusal(administrators.edit, { ...one, name: 'Other' })
    expect([stale.status, stale.collisions]).toEqual([409, ['name']])
    expect((await app.refusal(administrators.deactivate, one)).status).toBe(409)
    await app.call(changes.undo, { change_id })
    expect(await team.namesIn()).toEqual(['Administrator', 'Grace'])
  })

  it('is done once when a call is made again with the version of before, because its answer was lost', async () => {
    const { _id: administrator_id } = await team.invite()
    await team.accept()
    for (const endpoint of [administrators.deactivate, administrators.activate]) {
      const which = {
        administrator_id,
        version: (await team.listed({ filters: { email: { value: 'grace' } } }))[0]?.version,
      }
      const { data, change_id } = await app.call(endpoint, which)
      const again = await app.call(endpoint, which)
      expect([change_id, again.change_id, again.data.version]).toEqual([expect.any(String), null, data.version])
    }
    const { _id } = await team.invite({ name: 'Joan', email: 'joan@example.com' })
    await app.call(administrators.withdraw, { administrator_id: _id, version: 1 })
    expect((await app.call(administrators.withdraw, { administrator_id: _id, version: 1 })).change_id).toBeNull()
  })

  it('says nothing in the history of secrets that there are not', async () => {
    const { _id } = await team.invite()
    const { data } = await app.call(changes.of_record, { record_type: 'admins', record_id: _id })
    const secrets = data[0]?.fields.filter(({ type }) => type === 'secret')
    expect(secrets?.map(({ label }) => label)).toEqual(['Invitation'])
  })

  it('changes nothing the second time', async () => {
    const { id } = await addAnotherAdmin(app, 'Grace')
    await app.call(administrators.deactivate, { administrator_id: id })
    expect((await app.call(administrators.deactivate, { administrator_id: id })).change_id).toBeNull()
  })
})
