import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { administrators, INVITATION_GONE, IS_ADMINISTRATOR, invitations } from '#contract/administrators.ts'
import { ADMIN, buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addAnotherAdmin } from '../../testing/people.ts'
import { acceptWith, GRACE, PASSWORD, teamOf, visitor } from '../../testing/team.ts'
import { INVITATION_MAIL } from './invitations.service.ts'
import { TEAM_MAIL } from './team-mails.service.ts'

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
const statusesOf = (answers: { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)

describe('an invitation', () => {
  it('is a mailed link, with which a person chooses name and password and signs in', async () => {
    const { status, invited_until } = await team.invite({ ...GRACE, email: 'Grace@Example.com' })
    expect(status).toBe('INVITED')
    expect(Date.parse(invited_until ?? '') - Date.now()).toBeGreaterThan(71 * 3_600_000)
    const token = await team.mailedToken()
    expect(app.mails.at(-1)).toMatchObject({ to: GRACE.email, subject: 'Your invitation' })
    expect(app.mails.at(-1)?.text).toContain(`http://localhost:3000/accept-invitation#${token}\n`)
    expect((await app.call(invitations.get, { token }, visitor)).data).toEqual(GRACE)
    expect((await team.login()).message).toBe(WRONG_LOGIN)
    await app.call(invitations.accept, acceptWith(token), visitor)
    await app.call(account.login, { email: GRACE.email, password: PASSWORD }, visitor)
    const [, grace] = await team.listed()
    expect(grace).toMatchObject({ name: 'Grace', status: 'ACTIVE', invited_until: null })
  })

  it('is accepted once, also by two at the same moment', async () => {
    await team.invite()
    const token = await team.mailedToken()
    const answers = await Promise.all([1, 2].map(() => app.send(invitations.accept, acceptWith(token), visitor)))
    expect(statusesOf(answers)).toEqual([200, 422])
    expect((await app.refusal(invitations.get, { token }, visitor)).message).toBe(INVITATION_GONE)
  })

  it('says the same of every link that does not work', async () => {
    const { _id } = await team.invite()
    const first = await team.mailedToken()
    await app.call(administrators.resend, { administrator_id: _id })
    const second = await team.mailedToken()
    expect((await app.refusal(invitations.get, { token: first }, visitor)).message).toBe(INVITATION_GONE)
    await app.call(invitations.get, { token: second }, visitor)
    await app.call(administrators.withdraw, { administrator_id: _id })
    const gone = { status: 422, message: INVITATION_GONE, errors: { token: [INVITATION_GONE] } }
    for (const token of [first, second, 'unknown', 'x'.repeat(300), '']) {
      expect(await app.refusal(invitations.get, { token }, visitor)).toMatchObject(gone)
      expect(await app.refusal(invitations.accept, acceptWith(token), visitor)).toMatchObject(gone)
    }
  })

  it('expires after 72 hours', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await team.invite()
    const token = await team.mailedToken()
    vi.setSystemTime(Date.now() + 72 * 3_600_000 - 1000)
    await app.call(invitations.get, { token }, visitor)
    vi.setSystemTime(Date.now() + 2000)
    expect((await app.refusal(invitations.accept, acceptWith(token), visitor)).message).toBe(INVITATION_GONE)
  })

  it('is not sent to an address that is an administrator’s in any state and spelling', async () => {
    const { id } = await addAnotherAdmin(app, 'Grace')
    for (const email of [ADMIN.email.toUpperCase(), ' Grace@example.com ']) {
      const { status, errors } = await app.refusal(administrators.invite, { name: 'X', email })
      expect([status, errors]).toEqual([422, { email: [IS_ADMINISTRATOR] }])
    }
    await app.call(administrators.deactivate, { administrator_id: id })
    expect((await app.refusal(administrators.invite, GRACE)).errors).toEqual({ email: [IS_ADMINISTRATOR] })
  })

  it('of two for one address at the same moment is one', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => app.send(administrators.invite, GRACE)))
    expect(statusesOf(answers)).toEqual([200, 422, 422])
    await app.runJobs()
    expect(app.mails.map(({ to }) => to)).toEqual([ADMIN.email, GRACE.email])
  })

  it('that was withdrawn is neither listed nor in the way of another one', async () => {
    const { _id } = await team.invite()
    await app.call(administrators.withdraw, { administrator_id: _id })
    expect(await team.namesIn()).toEqual(['Administrator'])
    expect((await app.refusal(administrators.get, { administrator_id: _id })).status).toBe(404)
    await app.runJobs()
    expect(app.mails.map(({ to }) => to)).toEqual([ADMIN.email])
    await team.invite({ ...GRACE, name: 'Amazing Grace' })
    await team.accept()
    expect(await team.namesIn()).toEqual(['Administrator', 'Grace'])
  })

  it('moves with its address, and only as long as it is one', async () => {
    const { _id: other } = await team.invite({ name: 'Other', email: 'other@example.com' })
    await app.call(administrators.withdraw, { administrator_id: other })
    const { _id } = await team.invite()
    const first = await team.mailedToken()
    const moved = { administrator_id: _id, name: 'Grace', email: 'Other@example.com' }
    expect((await app.call(administrators.edit, moved)).data.email).toBe('other@example.com')
    expect((await app.refusal(invitations.get, { token: first }, visitor)).message).toBe(INVITATION_GONE)
    await team.accept()
    expect(app.mails.findLast(({ subject }) => subject === 'Your invitation')?.to).toBe('other@example.com')
    const again = await app.refusal(administrators.edit, { ...moved, email: GRACE.email })
    expect(Object.keys(again.errors ?? {})).toEqual(['email'])
    const taken = await app.refusal(administrators.resend, { administrator_id: _id })
    expect(taken.message).toBe('This invitation has already been accepted.')
  })

  it('gives no code to reset a password that there is not', async () => {
    await team.invite()
    await app.runJobs()
    app.mails.length = 0
    await app.call(account.forgotPassword, { email: GRACE.email }, visitor)
    await app.runJobs()
    expect(app.mails).toEqual([])
  })

  it('is stored as a hash only, in jobs, history and answers to repeated calls too', async () => {
    await app.call(administrators.invite, GRACE, { idempotencyKey: 'one-press' })
    await app.call(administrators.invite, GRACE, { idempotencyKey: 'one-press' })
    const jobs = await app.db.selectFrom('jobs').selectAll().execute()
    expect(jobs.map(({ payload }) => JSON.parse(payload).template)).toEqual([TEAM_MAIL, INVITATION_MAIL])
    const token = await team.mailedToken()
    const { hash } = await app.db
      .selectFrom('one_time_secrets')
      .selectAll()
      .where('purpose', '=', 'invitation')
      .executeTakeFirstOrThrow()
    const tables = ['one_time_secrets', 'jobs', 'activity', 'changes', 'idempotency_keys', 'admins'] as const
    for (const table of tables) {
      const rows = JSON.stringify(await app.db.selectFrom(table).selectAll().execute())
      expect(rows).not.toContain(token)
      if (table !== 'one_time_secrets') expect(rows).not.toContain(hash)
    }
  })

  it('can be guessed at ten times only, and opens again by itself', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const token = 'guess'
    for (let tried = 0; tried < 10; tried++) await app.refusal(invitations.get, { token }, visitor)
    expect((await app.refusal(invitations.accept, acceptWith(token), visitor)).status).toBe(429)
    vi.setSystemTime(Date.now() + 16 * 60_000)
    expect((await app.refusal(invitations.get, { token }, visitor)).status).toBe(422)
  })
})
