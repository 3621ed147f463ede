import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { administrators, IS_ADMINISTRATOR, invitations, NOT_YOUR_FACTORS } from '#contract/administrators.ts'
import { LINK_GONE } from '#contract/fields.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { security } from '#contract/security.ts'
import { secondFactor, sessions, signIn } from '#contract/sign-in.ts'
import { users } from '#contract/users.ts'
import { keepSecret } from '../../auth/one-time.ts'
import { RESTORED } from '../../auth/own-secrets.ts'
import { noteEvent } from '../../auth/security-events.ts'
import { sha256 } from '../../auth/tokens.ts'
import { currentStep, totpCode } from '../../auth/totp.ts'
import { OutsideFault } from '../../errors.ts'
import type { Mailer } from '../../integrations/mail/mailer.ts'
import { heldServices } from '../../jobs/holds.ts'
import { runNextJob } from '../../jobs/jobs.ts'
import { ADMIN, buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addAnotherAdmin, addOwner } from '../../testing/people.ts'
import { acceptWith, GRACE, PASSWORD, teamOf, visitor } from '../../testing/team.ts'
import { INVITATION_MAIL } from '../administrators/invitations.service.ts'
import { mailJobs } from '../mails.ts'

let app: TestApp
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const FIREFOX = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0' }
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)
const mine = async () => (await app.call(account.me, {})).data._id
const eventsOf = async (administrator_id?: string) => (await app.call(security.events, { administrator_id })).data
const kindsOf = async (administrator_id?: string) => (await eventsOf(administrator_id)).map(({ kind }) => kind)
const mailTo = async (email: string) => {
  await app.runJobs()
  return app.mails.findLast(({ to }) => to === email)?.text ?? ''
}
/** Sets up an authenticator app for the token's holder, and returns its secret. */
async function setUp(token = app.token) {
  const { secret } = (await app.call(secondFactor.totpBegin, {}, { token })).data
  await app.call(secondFactor.totpConfirm, { code: totpCode(secret, currentStep()) }, { token })
  later(30)
  return secret
}

describe('the security record', () => {
  it('says who signed in, from where, and who tried', async () => {
    const as = { ...visitor, headers: FIREFOX, address: '192.0.2.7' }
    await app.refusal(account.login, { ...ADMIN, password: 'wrong-password-1!' }, as)
    await app.call(account.login, ADMIN, as)
    const { data, total, current_page } = await app.call(security.events, {})
    expect([total, current_page]).toEqual([2, 1])
    const place = { browser: 'Firefox on Windows', address: '192.0.2.7', by: null, detail: null }
    const administrator = { _id: await mine(), name: 'Administrator' }
    expect(data).toMatchObject([
      { kind: 'sign_in', administrator, ...place },
      { kind: 'sign_in_failed', administrator, ...place },
    ])
  })

  it('has what happens to factors, password and sessions, and who did it', async () => {
    await addAnotherAdmin(app, 'Zora')
    const zora = (await app.call(administrators.list, {})).data.find(({ name }) => name === 'Zora')
    const _id = zora?._id
    const secret = await setUp()
    const { data } = await app.call(account.login, ADMIN, visitor)
    const ticket = 'ticket' in data ? data.ticket : ''
    await app.refusal(signIn.loginConfirm, { ticket, code: '000000' }, visitor)
    await app.call(signIn.loginConfirm, { ticket, code: totpCode(secret, currentStep()) }, visitor)
    await app.refusal(sessions.prove, { password: 'wrong' })
    await app.call(sessions.end, { others: true })
    await app.call(secondFactor.recoveryCodes, {})
    await app.call(secondFactor.totpRemove, {})
    await app.call(account.editPassword, { old_password: ADMIN.password, new_password: 'another-horse-2!' })
    await app.call(administrators.deactivate, { administrator_id: _id })
    expect(await kindsOf(await mine())).toEqual([
      'password_changed',
      'factor_removed',
      'recovery_codes_made',
      'session_ended',
      'proof_failed',
      'sign_in',
      'second_factor_failed',
      'factor_added',
    ])
    const [ended] = await eventsOf(_id)
    expect(ended).toMatchObject({ kind: 'session_ended', by: { _id: await mine(), name: 'Administrator' } })
  })

  it('is paged, and knows no account that there is not', async () => {
    for (let time = 0; time < 3; time++) await app.signIn()
    const second = await app.call(security.events, { page: 2, per_page: 2 })
    expect([second.data.length, second.total, second.current_page]).toEqual([1, 3, 2])
    expect((await app.refusal(security.events, { administrator_id: 'nobody' })).status).toBe(404)
  })

  it('tells of a restore at the first sign-in after it, once', async () => {
    await app.db.insertInto('secrets').values({ name: RESTORED, value: new Date().toISOString() }).execute()
    later(1)
    const first = await app.call(account.login, ADMIN, visitor)
    const second = await app.call(account.login, ADMIN, visitor)
    expect(first.data).toMatchObject({ notice: expect.stringContaining('restored from a backup') })
    expect(second.data).not.toHaveProperty('notice')
    expect(await kindsOf()).toEqual(['sign_in', 'restored', 'sign_in'])
  })

  it('keeps the newest thousand entries, of which neither failed attempts nor sign-ins push out the rest', async () => {
    const adminId = await mine()
    const row = { admin_id: adminId, at: new Date().toISOString(), browser: '', address: '', by_id: null, detail: null }
    const rows = (kind: 'sign_in' | 'sign_in_failed', count: number) =>
      Array.from({ length: count }, (_, place) => ({ ...row, kind, id: `00000000-${kind}-${1000 + place}` }))
    await app.db.insertInto('security_events').values(rows('sign_in', 600)).execute()
    await app.db.insertInto('security_events').values(rows('sign_in_failed', 600)).execute()
    await noteEvent(app.db, { kind: 'sign_in_failed', adminId })
    await noteEvent(app.db, { kind: 'password_changed', adminId })
    await noteEvent(app.db, { kind: 'sign_in', adminId })
    expect((await app.call(security.events, { administrator_id: adminId })).total).toBe(400 + 300 + 1)
  })
})

describe('who has the password only', () => {
  it('is told of by mail after three wrong second factors, once, however many tickets they take', async () => {
    const secret = await setUp()
    const told = () => app.mails.filter(({ subject }) => subject === 'Wrong second factors')
    const ticket = async () => {
      const { data } = await app.call(account.login, ADMIN, { ...visitor, headers: FIREFOX, address: '192.0.2.7' })
      return 'ticket' in data ? data.ticket : ''
    }
    const from = { ...visitor, headers: FIREFOX, address: '192.0.2.7' }
    for (let tried = 0; tried < 4; tried++) {
      expect(told()).toHaveLength(tried < 3 ? 0 : 1)
      await app.refusal(signIn.loginConfirm, { ticket: await ticket(), code: '000000' }, from)
      await app.runJobs()
    }
    expect(told()).toHaveLength(1)
    expect(told()[0]).toMatchObject({
      to: ADMIN.email,
      text: expect.stringContaining('Firefox on Windows from the address 192.0.2.7'),
    })
    expect((await kindsOf()).filter((kind) => kind === 'second_factor_failed')).toHaveLength(4)
    await app.call(signIn.loginConfirm, { ticket: await ticket(), code: totpCode(secret, currentStep()) }, from)
  })
})

describe('admin/administrators/reset_factors', () => {
  it('lets a colleague in again who has lost phone and codes, and tells so', async () => {
    const team = teamOf(app)
    const { _id } = await team.invite()
    await team.accept()
    const token = await app.signIn({ email: GRACE.email, password: PASSWORD })
    await setUp(token)
    const { message, data } = await app.call(administrators.resetFactors, { administrator_id: _id })
    expect([message, data.second_factor]).toEqual(['Second factors have been reset.', false])
    expect((await app.refusal(account.me, {}, { token })).status).toBe(401)
    expect(await app.signIn({ email: GRACE.email, password: PASSWORD })).toEqual(expect.any(String))
    expect(await mailTo(GRACE.email)).toContain('Administrator reset your second factors')
    expect(await kindsOf(_id)).toContain('factor_reset')
    // A call whose answer was lost.
    expect(await app.call(administrators.resetFactors, { administrator_id: _id })).toMatchObject({
      message: 'This administrator has no second factors.',
      change_id: null,
    })
  })

  it('is not for oneself, and asks for a proof', async () => {
    await setUp()
    const administrator_id = await mine()
    expect((await app.refusal(administrators.resetFactors, { administrator_id })).message).toBe(NOT_YOUR_FACTORS)
    later(16 * 60)
    expect((await app.refusal(administrators.resetFactors, { administrator_id })).status).toBe(403)
  })
})

describe('the link of the mail about a new second factor', () => {
  const tokenIn = (text: string) => /\/not-me#(\S+)/.exec(text)?.[1] ?? ''

  it('takes back what a stranger with the password has set up, and asks for a new password', async () => {
    const stranger = await app.signIn()
    await setUp(stranger)
    const token = tokenIn(await mailTo(ADMIN.email))
    const { data } = await app.call(secondFactor.notMe, { token }, visitor)
    expect(data).toEqual({ email: ADMIN.email })
    for (const ended of [stranger, app.token]) {
      expect((await app.refusal(account.me, {}, { token: ended })).status).toBe(401)
    }
    expect((await app.refusal(account.login, ADMIN, visitor)).status).toBe(422)
    await app.runJobs()
    const otp = app.mails.map(({ text }) => /is (\d{6})/.exec(text)?.[1]).findLast(Boolean)
    const password = 'a-new-password-1!'
    const fields = { email: ADMIN.email, otp, new_password: password, confirm_password: password }
    await app.call(account.resetPassword, fields, visitor)
    expect(await app.signIn({ ...ADMIN, password })).toEqual(expect.any(String))
    expect((await app.refusal(secondFactor.notMe, { token }, visitor)).message).toBe(LINK_GONE)
  })

  it('works for 72 hours, and leaves a factor of before as it was', async () => {
    await setUp()
    const first = tokenIn(await mailTo(ADMIN.email))
    const passkey = { admin_id: await mine(), credential_id: 'x', public_key: 'x', counter: 0, transports: '[]' }
    const at = new Date().toISOString()
    await app.db
      .insertInto('passkeys')
      .values({ id: 'theirs', name: 'Theirs', created_at: at, used_at: null, ...passkey })
      .execute()
    const about = JSON.stringify({ factor: 'theirs', email: ADMIN.email, since: null })
    const link = { purpose: 'link', whose: passkey.admin_id, about } as const
    await keepSecret(app.db, { ...link, subject: sha256('of-the-passkey') })
    await app.call(secondFactor.notMe, { token: 'of-the-passkey' }, visitor)
    const admin = await app.db.selectFrom('admins').select(['totp_since', 'passkey_count']).executeTakeFirstOrThrow()
    expect([admin.totp_since, Number(admin.passkey_count)]).toEqual([expect.any(String), 0])
    later(73 * 3600)
    expect((await app.refusal(secondFactor.notMe, { token: first }, visitor)).message).toBe(LINK_GONE)
  })
})

describe('a mail that is refused for good', () => {
  const refusing = async () => {
    throw new OutsideFault('mail', 'recipient', '550 5.1.1 No such user here')
  }
  const runWith = async (send: Mailer) => {
    const log = { error: () => {}, info: () => {} }
    while (await runNextJob(app.db, mailJobs({ ...app.deps, mail: send }, app.deps.settings), log));
  }
  /** Even after the session has ended. */
  const problem = async () => {
    const of = app.db.selectFrom('admins').select('mail_problem').where('email', '=', GRACE.email)
    return (await of.executeTakeFirstOrThrow()).mail_problem
  }
  const row = async () => (await app.call(administrators.list, {})).data.find(({ email }) => email === GRACE.email)

  it('is said in the row with the reason, is not sent again, and a link can be handed over instead', async () => {
    const { _id } = await teamOf(app).invite()
    await runWith(refusing)
    expect((await row())?.mail_problem).toBe('550 5.1.1 No such user here')
    const invitation = app.db.selectFrom('jobs').where('payload', 'like', `%"${INVITATION_MAIL}"%`)
    const jobs = await invitation.select(['attempts', 'gave_up_at']).execute()
    expect(jobs).toEqual([{ attempts: 1, gave_up_at: expect.any(String) }])
    expect(await eventsOf(_id)).toMatchObject([
      { kind: 'mail_undelivered', detail: 'Invitation: 550 5.1.1 No such user here' },
    ])
    const { data } = await app.call(administrators.invitationLink, { administrator_id: _id })
    expect((await row())?.mail_problem).toBe(null)
    const token = data.link.split('#').at(-1) ?? ''
    await app.call(invitations.accept, acceptWith(token), visitor)
    expect(await app.signIn({ email: GRACE.email, password: PASSWORD })).toEqual(expect.any(String))
  })

  it('is told to open lists at once, and so is the next one that is delivered', async () => {
    const heard: string[] = []
    app.deps.bus.subscribe(({ kind }) => heard.push(kind))
    const askWith = async (send: Mailer) => {
      await app.call(account.forgotPassword, { email: ADMIN.email }, visitor)
      await runWith(send)
      return heard.splice(0)
    }
    expect(await askWith(refusing)).toEqual(['missed'])
    expect(await askWith(refusing)).toEqual([])
    expect(await askWith(async () => {})).toEqual(['missed'])
    expect(await askWith(async () => {})).toEqual([])
  })

  it('of a code is said as well, until one is delivered', async () => {
    await teamOf(app).invite()
    await teamOf(app).accept()
    await app.call(account.forgotPassword, { email: GRACE.email }, visitor)
    await runWith(refusing)
    expect((await row())?.mail_problem).toContain('550')
    await app.call(account.forgotPassword, { email: GRACE.email }, visitor)
    await runWith(async () => {})
    expect((await row())?.mail_problem).toBe(null)
  })

  it('of an owner is said in the owner’s row, until one is delivered', async () => {
    const user_id = await addOwner(app)
    const owner = async () => (await app.call(users.get, { user_id })).data.mail_problem
    await app.call(users.resetPassword, { user_id })
    await runWith(refusing)
    expect(await owner()).toBe('550 5.1.1 No such user here')
    await app.call(users.resetPassword, { user_id })
    await runWith(async () => {})
    expect(await owner()).toBe(null)
  })

  it('of an owner stays said when a stranger asks for a mail that is not sent', async () => {
    const user_id = await addOwner(app)
    const { email } = (await app.call(users.get, { user_id })).data
    await app.call(users.resetPassword, { user_id })
    await runWith(refusing)
    await app.call(users.changeStatus, { user_id, status: false })
    await app.call(ownerAccount.forgotPassword, { email }, visitor)
    await app.call(ownerAccount.sendConfirmation, { email }, visitor)
    await runWith(async () => {})
    expect((await app.call(users.get, { user_id })).data.mail_problem).toContain('550')
  })

  it('to the address of before is not said of a new one', async () => {
    await app.call(account.forgotPassword, { email: ADMIN.email }, visitor)
    await runWith(refusing)
    await app.call(account.editEmail, { email: GRACE.email })
    const token = /\/confirm-email#(\S+)/.exec(await mailTo(GRACE.email))?.[1] ?? ''
    await app.call(account.confirmEmail, { token }, visitor)
    expect((await row())?.mail_problem).toBe(null)
  })

  it.each(['set-up', 'later'] as const)(
    'is not one that is about %s, and that mail goes out in the end',
    async (about) => {
      await teamOf(app).invite()
      const refusal = new OutsideFault('mail', about, '554 5.7.1 Relay access denied')
      for (let tried = 0; tried < 70; tried++) {
        await runWith(async () => {
          throw refusal
        })
        later(900)
      }
      expect(await problem()).toBe(null)
      const jobs = await app.db.selectFrom('jobs').select(['gave_up_at', 'last_error']).execute()
      const held = { gave_up_at: null, last_error: '554 5.7.1 Relay access denied' }
      expect(jobs).toEqual([held, held])
      const sent: string[] = []
      await runWith(async ({ to }) => void sent.push(to))
      expect(sent).toEqual([ADMIN.email, GRACE.email])
      expect(await heldServices(app.db)).toEqual([])
    },
  )

  it('is one that was put off for this receiver alone, for half a day', async () => {
    await teamOf(app).invite()
    const full = new OutsideFault('mail', 'later', '452 4.2.2 Mailbox full', { ofAll: false })
    for (let tried = 0; tried < 60; tried++) {
      await runWith(async () => {
        throw full
      })
      later(1200)
    }
    expect(await problem()).toBe('452 4.2.2 Mailbox full')
  })
})

describe('one’s own email address', () => {
  const tokenIn = (text: string) => /\/confirm-email#(\S+)/.exec(text)?.[1] ?? ''
  const NEW = 'ada@new.example.com'

  it('changes once the new one is confirmed, and the old one is told', async () => {
    const { message } = await app.call(account.editEmail, { email: 'Ada@New.example.com' })
    expect(message).toBe('A link to confirm it has been sent to Ada@New.example.com.')
    const token = tokenIn(await mailTo(NEW))
    expect((await app.call(account.me, {})).data.email).toBe(ADMIN.email)
    await app.call(account.confirmEmail, { token }, visitor)
    expect((await app.call(account.me, {})).data.email).toBe(NEW)
    expect(await mailTo(ADMIN.email)).toContain('a different email address')
    expect((await app.refusal(account.login, ADMIN, visitor)).status).toBe(422)
    expect(await app.signIn({ ...ADMIN, email: NEW })).toEqual(expect.any(String))
    expect((await app.refusal(account.confirmEmail, { token }, visitor)).message).toBe(LINK_GONE)
    expect(await kindsOf()).toContain('email_changed')
  })

  it('is no colleague’s, and only the newest link works for a day', async () => {
    await addAnotherAdmin(app, 'Grace')
    expect((await app.refusal(account.editEmail, { email: GRACE.email })).errors).toEqual({ email: [IS_ADMINISTRATOR] })
    await app.call(account.editEmail, { email: NEW })
    const first = tokenIn(await mailTo(NEW))
    await app.call(account.editEmail, { email: NEW })
    const second = tokenIn(await mailTo(NEW))
    expect((await app.refusal(account.confirmEmail, { token: first }, visitor)).message).toBe(LINK_GONE)
    later(25 * 3600)
    expect((await app.refusal(account.confirmEmail, { token: second }, visitor)).message).toBe(LINK_GONE)
  })

  it('may be that of an open invitation, which gives way once the mailbox is known to be this person’s', async () => {
    await app.call(account.editEmail, { email: NEW })
    const token = tokenIn(await mailTo(NEW))
    await app.call(administrators.invite, { name: 'Bo', email: NEW })
    await app.call(account.confirmEmail, { token }, visitor)
    expect((await app.call(administrators.list, {})).data.map(({ email }) => email)).toEqual([NEW])
  })
})
