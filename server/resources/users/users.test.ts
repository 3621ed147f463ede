import { v7 as newId } from 'uuid'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { users } from '#contract/users.ts'
import { findAppSession, openAppSession } from '../../auth/app-sessions.ts'
import { passwordMatches } from '../../auth/passwords.ts'
import type { Mail } from '../../integrations/mail/mailer.ts'
import { runNextJob } from '../../jobs/jobs.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { changeBy } from '../../testing/people.ts'
import { mailJobs } from '../mails.ts'
import { addUser, NEW_PASSWORD_MAIL, type NewUser } from './users.service.ts'

const OWN_PASSWORD = 'my-own-horse-7!'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const simple = { type: 'SIMPLE', password_hash: 'before', social_id: null } as const
const google = { type: 'GOOGLE', password_hash: null, social_id: '1' } as const
const aUser = (name = 'Grace Hopper', how: Pick<NewUser, 'type'> & object = simple) =>
  addUser(
    app.db,
    { name, email: `${name.replace(' ', '.')}@example.com`, ...how } as NewUser,
    changeBy({ _id: newId(), kind: 'user' }),
  )
const rowOf = (id: string) => app.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const nameIn = async (input: object) => (await app.call(users.list, input)).data.map(({ name }) => name)

describe('admin/users/list', () => {
  it('gives name, address, type and whether the user is active', async () => {
    await aUser()
    const { data, total } = await app.call(users.list, {})
    expect(total).toBe(1)
    expect(data[0]).toMatchObject({ name: 'Grace Hopper', email: 'Grace.Hopper@example.com', type: 'SIMPLE' })
    expect(data[0]).toMatchObject({ status: true, is_deleted: false, srno: 1 })
    expect(Object.keys(data[0] ?? {})).not.toContain('password_hash')
  })

  it('takes status, also as the text "true"', async () => {
    await aUser('On Active')
    await app.call(users.changeStatus, { user_id: await aUser('Off Duty'), status: false })
    expect(await nameIn({ status: 'true' })).toEqual(['On Active'])
    expect(await nameIn({ status: false })).toEqual(['Off Duty'])
    expect(await nameIn({ status: true, filters: { name: { value: 'off' } } })).toEqual([])
    // A filter on the same field narrows further rather than being overwritten.
    expect(await nameIn({ status: true, filters: { status: { value: 'false' } } })).toEqual([])
    expect(await nameIn({ status: true, filters: { status: { value: 'true' } } })).toEqual(['On Active'])
  })

  it('filters and sorts by name and address', async () => {
    await aUser('Ada Byron')
    await aUser('Zora Neale')
    expect(await nameIn({ sort: [{ field: 'email', order: 'desc' }] })).toEqual(['Zora Neale', 'Ada Byron'])
    expect(await nameIn({ filters: { email: { value: 'A.NEALE@' } } })).toEqual(['Zora Neale'])
    expect(await nameIn({ filters: { name: { op: 'starts_with', value: 'ada' } } })).toEqual(['Ada Byron'])
  })

  it('is counted on the dashboard, and so are sign-ins to the app', async () => {
    const id = await aUser()
    await openAppSession(app.db, id)
    await openAppSession(app.db, id)
    expect((await app.call(account.me, {})).data).toMatchObject({ register_users_count: 1, app_usage_count: 2 })
  })
})

describe('admin/users/change_status', () => {
  it('says what it did, and ends the app sessions of a user who is turned off', async () => {
    const user_id = await aUser()
    const token = await openAppSession(app.db, user_id)
    const off = await app.call(users.changeStatus, { user_id, status: 'false' })
    expect([off.message, off.data.status]).toEqual(['User has been deactivated.', false])
    expect(await findAppSession(app.db, token)).toBeNull()
    const on = await app.call(users.changeStatus, { user_id, status: true })
    expect([on.message, on.data.status]).toEqual(['User has been activated.', true])
  })

  it('changes nothing the second time', async () => {
    const user_id = await aUser()
    await app.call(users.changeStatus, { user_id, status: false })
    expect((await app.call(users.changeStatus, { user_id, status: false })).data.version).toBe(2)
  })

  it('leaves its trace, and refuses a user who does not exist', async () => {
    const user_id = await aUser()
    await app.call(users.changeStatus, { user_id, status: false })
    const entries = await app.db.selectFrom('activity').selectAll().where('record_id', '=', user_id).execute()
    expect(entries.map(({ action, admin_id }) => [action, admin_id !== null])).toEqual([
      ['add', false],
      ['edit', true],
    ])
    expect((await app.refusal(users.changeStatus, { user_id: 'nobody', status: true })).status).toBe(404)
  })
})

describe('admin/users/reset_password', () => {
  it('mails a password that works, and ends the app sessions', async () => {
    const user_id = await aUser()
    const token = await openAppSession(app.db, user_id)
    const { message } = await app.call(users.resetPassword, { user_id })
    expect(message).toBe('New password has been sent to selected email id.')
    expect(await findAppSession(app.db, token)).toBeNull()
    expect((await rowOf(user_id)).password_hash).toBeNull()
    await app.runJobs()
    const password = /The new one is (\S+)/.exec(app.mails[0]?.text ?? '')?.[1] ?? ''
    expect([app.mails[0]?.to, password.length]).toEqual(['Grace.Hopper@example.com', 16])
    const row = await rowOf(user_id)
    expect([await passwordMatches(row.password_hash, password), row.must_change_password]).toEqual([true, 1])
  })

  it('never writes the password into the database', async () => {
    const user_id = await aUser()
    await app.call(users.resetPassword, { user_id }, { idempotencyKey: 'one-press' })
    const waiting = await app.db.selectFrom('jobs').selectAll().execute()
    expect(waiting.map(({ payload }) => JSON.parse(payload))).toEqual([{ template: NEW_PASSWORD_MAIL, user_id }])
    await app.runJobs()
    const password = /The new one is (\S+)/.exec(app.mails[0]?.text ?? '')?.[1] ?? 'none'
    const tables = ['users', 'jobs', 'activity', 'idempotency_keys', 'app_sessions'] as const
    for (const table of tables) {
      expect(JSON.stringify(await app.db.selectFrom(table).selectAll().execute())).not.toContain(password)
    }
  })

  /** Runs the job with a mailer that accepts the mail but loses the receipt. Returns the password in it. */
  async function mailWithoutReceipt() {
    let password = ''
    const mail = async ({ text }: Mail) => {
      password = /The new one is (\S+)/.exec(text)?.[1] ?? ''
      throw new Error('the connection was lost')
    }
    await runNextJob(app.db, mailJobs({ ...app.deps, mail }, app.deps.settings), app.deps.log)
    await app.db.updateTable('jobs').set({ run_at: '2026-01-01T00:00:00.000Z' }).execute()
    return password
  }

  it('makes another password when the mail did not go out, and the one that is mailed works', async () => {
    const user_id = await aUser()
    await app.call(users.resetPassword, { user_id })
    const tried = await mailWithoutReceipt()
    await app.runJobs()
    const [mailed] = app.mails
    const password = /The new one is (\S+)/.exec(mailed?.text ?? '')?.[1] ?? ''
    expect(password).not.toBe(tried)
    expect(await passwordMatches((await rowOf(user_id)).password_hash, password)).toBe(true)
  })

  it('leaves alone the password that the owner has chosen after a mail whose receipt was lost', async () => {
    const user_id = await aUser()
    await app.call(users.resetPassword, { user_id })
    const old_password = await mailWithoutReceipt()
    const { email } = await rowOf(user_id)
    await app.call(ownerAccount.changePassword, { email, old_password, new_password: OWN_PASSWORD }, { token: null })
    await app.runJobs()
    expect(app.mails.map(({ subject }) => subject)).toEqual(['Your password was changed'])
    expect(await passwordMatches((await rowOf(user_id)).password_hash, OWN_PASSWORD)).toBe(true)
    expect(await app.db.selectFrom('jobs').select('id').execute()).toEqual([])
  })

  it('sends one mail for two presses of the button', async () => {
    const user_id = await aUser()
    await app.call(users.resetPassword, { user_id }, { idempotencyKey: 'one-press' })
    await app.call(users.resetPassword, { user_id }, { idempotencyKey: 'one-press' })
    await app.runJobs()
    expect(app.mails).toHaveLength(1)
  })

  it('hands over a password that works, if asked, where the last mail was refused for good', async () => {
    const user_id = await aUser()
    expect((await app.call(users.resetPassword, { user_id, hand_over: true })).data).not.toHaveProperty('new_password')
    await app.runJobs()
    app.mails.length = 0
    await app.db.updateTable('users').set({ mail_problem: '550 No such user' }).where('id', '=', user_id).execute()
    const { message, data } = await app.call(users.resetPassword, { user_id, hand_over: true })
    expect(message).toBe('The last email to this user was refused. Please hand over the new password.')
    await app.runJobs()
    expect(app.mails).toEqual([])
    const row = await rowOf(user_id)
    expect([await passwordMatches(row.password_hash, data.new_password ?? ''), row.must_change_password]).toEqual([
      true,
      1,
    ])
  })

  it('refuses a user of a social network, and one who does not exist', async () => {
    const user_id = await aUser('Grace Hopper', google)
    const refusal = await app.refusal(users.resetPassword, { user_id })
    expect([refusal.status, refusal.message]).toEqual([422, 'User is registered with social media!'])
    expect((await app.refusal(users.resetPassword, { user_id: 'nobody' })).status).toBe(404)
  })
})

describe('admin/users/in_app', () => {
  it('counts devices, sign-ins and messages with the newest of each, and gives no token', async () => {
    const user_id = await aUser()
    const token = await openAppSession(app.db, user_id)
    await app.call(ownNotifications.addDevice, { token: 'push-1', platform: 'ios' }, { token })
    await app.call(notifications.send, { title: 'Recall', description: 'Please call.', user_ids: [user_id] })
    const answer = await app.call(users.inApp, { user_id })
    expect(answer.data).toMatchObject({
      devices: { total: 1, data: [{ platform: 'ios' }] },
      sign_ins: { total: 1 },
      messages: { total: 1, data: [{ title: 'Recall', is_read: false }] },
    })
    expect(JSON.stringify(answer)).not.toMatch(/push-1|token/)
    const nobody = await app.call(users.inApp, { user_id: await aUser('Ada Byron') })
    expect(Object.values(nobody.data).map(({ total }) => total)).toEqual([0, 0, 0])
    expect((await app.refusal(users.inApp, { user_id: 'nobody' })).status).toBe(404)
    const sentTo = async (value: string) => {
      const { data } = await app.call(notifications.list, { filters: { recipient_id: { op: 'eq', value } } })
      return data.map(({ title }) => title)
    }
    expect([await sentTo(user_id), await sentTo('nobody')]).toEqual([['Recall'], []])
  })
})
