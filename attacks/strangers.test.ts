import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { administrators } from '#contract/administrators.ts'
import { secondFactor, sessions, signIn } from '#contract/sign-in.ts'
import { currentStep, totpCode } from '#server/auth/totp.ts'
import { ADMIN, buildTestApp, type TestApp } from '#server/testing/build-test-app.ts'
import { addAnotherAdmin } from '#server/testing/people.ts'

let app: TestApp
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const visitor = { token: null }
const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1000)

/** The token of the link that was mailed last to this page. */
const mailedLink = (page: string) =>
  app.mails.map(({ text }) => new RegExp(`/${page}#(\\S+)`).exec(text)?.[1]).findLast(Boolean) ?? ''

/** Signs in as a stranger who knows the password, and sets up an authenticator app. */
async function strangerSetsUp() {
  const token = await app.signIn()
  const { secret } = (await app.call(secondFactor.totpBegin, {}, { token })).data
  const { data } = await app.call(secondFactor.totpConfirm, { code: totpCode(secret, currentStep()) }, { token })
  later(30)
  const { data: waiting } = await app.call(account.login, ADMIN, visitor)
  const ticket = 'ticket' in waiting ? waiting.ticket : ''
  await app.runJobs()
  const link = mailedLink('not-me')
  return { token, secret, ticket, link, codes: data.recovery_codes }
}

describe('a stranger with the password of somebody who has no second factor', () => {
  it('is put out by the link in the mail, with session, ticket, app, recovery codes and password', async () => {
    const stranger = await strangerSetsUp()
    await app.call(secondFactor.notMe, { token: stranger.link }, visitor)
    const { token, secret, ticket, codes } = stranger
    const ways = [
      app.send(account.me, {}, { token }),
      app.send(signIn.loginConfirm, { ticket, code: totpCode(secret, currentStep()) }, visitor),
      app.send(signIn.loginConfirm, { ticket, code: codes[0] }, visitor),
      app.send(account.login, ADMIN, visitor),
      app.send(secondFactor.notMe, { token: stranger.link }, visitor),
    ]
    expect((await Promise.all(ways)).map(({ statusCode }) => statusCode)).toEqual([401, 422, 422, 422, 422])
  })

  it('is put out by a colleague too, who has to prove who it is; nobody else can do that', async () => {
    const grace = await addAnotherAdmin(app, 'Grace')
    const stranger = await strangerSetsUp()
    const list = (await app.call(administrators.list, {}, grace)).data
    const me = list.find(({ email }) => email === ADMIN.email)
    const which = { administrator_id: me?._id }
    expect((await app.send(administrators.resetFactors, which, visitor)).statusCode).toBe(401)
    expect((await app.send(administrators.resetFactors, which, { token: stranger.token })).statusCode).toBe(422)
    later(16 * 60)
    expect((await app.send(administrators.resetFactors, which, grace)).statusCode).toBe(403)
    later(-16 * 60)
    await app.call(administrators.resetFactors, which, grace)
    const { token, secret, ticket } = stranger
    expect((await app.send(account.me, {}, { token })).statusCode).toBe(401)
    const code = totpCode(secret, currentStep())
    expect((await app.send(signIn.loginConfirm, { ticket, code }, visitor)).statusCode).toBe(422)
    expect(await app.signIn()).toEqual(expect.any(String))
  })

  it('does not keep a change of the address that was begun, whichever way the person ends it', async () => {
    const move = async () => {
      const token = await app.signIn()
      await app.call(account.editEmail, { email: 'mallory@example.com' }, { token })
      await app.runJobs()
      return mailedLink('confirm-email')
    }
    const confirms = async (token: string) => (await app.send(account.confirmEmail, { token }, visitor)).statusCode
    const first = await move()
    await app.call(sessions.end, { others: true })
    const second = await move()
    await app.call(account.editPassword, { old_password: ADMIN.password, new_password: 'another-horse-2!' })
    expect([await confirms(first), await confirms(second)]).toEqual([422, 422])
  })

  it('loses an address that was moved, by the mail about the factor and by the mail to the old address', async () => {
    for (const way of ['factor', 'address']) {
      const stranger = await strangerSetsUp()
      await app.call(account.editEmail, { email: 'mallory@example.com' }, { token: stranger.token })
      await app.runJobs()
      const moved = mailedLink('confirm-email')
      await app.call(account.confirmEmail, { token: moved }, visitor)
      await app.runJobs()
      const toOld = app.mails.findLast(({ subject }) => subject === 'Your email address was changed')
      expect(toOld?.to).toBe(ADMIN.email)
      const link = way === 'factor' ? stranger.link : (/\/not-me#(\S+)/.exec(toOld?.text ?? '')?.[1] ?? '')
      const before = app.mails.length
      const { data } = await app.call(secondFactor.notMe, { token: link }, visitor)
      await app.runJobs()
      expect(data.email).toBe(ADMIN.email)
      expect(new Set(app.mails.slice(before).map(({ to }) => to))).toEqual(new Set([ADMIN.email]))
      const otp = app.mails.map(({ text }) => /is (\d{6})/.exec(text)?.[1]).findLast(Boolean)
      const { password } = ADMIN
      const fields = { email: ADMIN.email, otp, new_password: password, confirm_password: password }
      await app.call(account.resetPassword, fields, visitor)
      expect(await app.signIn()).toEqual(expect.any(String))
    }
  })

  it('does not keep a change of the address when the person ends just that session', async () => {
    const begin = async (email: string) => {
      const token = await app.signIn()
      const [session] = (await app.call(sessions.list, {}, { token })).data.filter(({ is_current }) => is_current)
      await app.call(account.editEmail, { email }, { token })
      await app.runJobs()
      return { id: session?._id, link: mailedLink('confirm-email'), token }
    }
    const confirm = async (token: string) => (await app.send(account.confirmEmail, { token }, visitor)).statusCode
    const strangers = await begin('mallory@example.com')
    await app.call(sessions.end, { session_id: strangers.id })
    expect(await confirm(strangers.link)).toBe(422)
    const own = await begin('ada.king@example.com')
    await app.call(account.logout, {}, { token: own.token })
    expect(await confirm(own.link)).toBe(200)
  })

  /** Changes the address with the link mailed to the new one. Returns the link that is mailed to the old one. */
  async function move(token: string, email: string, from: string) {
    await app.call(account.editEmail, { email }, { token })
    await app.runJobs()
    const confirm = mailedLink('confirm-email')
    await app.call(account.confirmEmail, { token: confirm }, visitor)
    later(1)
    await app.runJobs()
    return linkTo(from)
  }
  const linkTo = (address: string) =>
    app.mails
      .filter(({ to }) => to === address)
      .map(({ text }) => /\/not-me#(\S+)/.exec(text)?.[1])
      .findLast(Boolean) ?? ''
  const takeBack = async (token: string) => (await app.send(secondFactor.notMe, { token }, visitor)).statusCode
  const addressNow = async () => (await app.db.selectFrom('admins').select('email').execute()).map(({ email }) => email)

  it('who has moved the address gets links there that are worth less than those before', async () => {
    const token = await app.signIn()
    const persons = await move(token, 'mallory@example.com', ADMIN.email)
    const { secret } = (await app.call(secondFactor.totpBegin, {}, { token })).data
    await app.call(secondFactor.totpConfirm, { code: totpCode(secret, currentStep()) }, { token })
    await app.runJobs()
    const strangers = linkTo('mallory@example.com')
    expect(await takeBack(persons)).toBe(200)
    expect([await takeBack(strangers), await addressNow()]).toEqual([422, [ADMIN.email]])
  })

  it('is a stranger again in the browser that was known, once the person has taken all back', async () => {
    const token = await app.signIn()
    const persons = await move(token, 'mallory@example.com', ADMIN.email)
    const known = () => app.db.selectFrom('known_browsers').selectAll().execute()
    expect(await known()).not.toEqual([])
    expect(await takeBack(persons)).toBe(200)
    expect(await known()).toEqual([])
  })

  it('cannot spend the link of the first address by moving on, nor have another one mailed later', async () => {
    const token = await app.signIn()
    const persons = await move(token, 'mallory@example.com', ADMIN.email)
    const strangers = await move(token, 'eve@example.com', 'mallory@example.com')
    expect([await takeBack(strangers), await takeBack(persons)]).toEqual([200, 200])
    expect(await addressNow()).toEqual([ADMIN.email])
  })

  it('whose last move is not told yet when the person takes all back gets no link for it', async () => {
    const token = await app.signIn()
    const persons = await move(token, 'mallory@example.com', ADMIN.email)
    await app.call(account.editEmail, { email: 'eve@example.com' }, { token })
    await app.runJobs()
    const confirm = mailedLink('confirm-email')
    await app.call(account.confirmEmail, { token: confirm }, visitor)
    expect(await takeBack(persons)).toBe(200)
    await app.runJobs()
    expect([linkTo('mallory@example.com'), await addressNow()]).toEqual(['', [ADMIN.email]])
  })

  it('who has moved the address loses it although a colleague has reset the factors', async () => {
    const grace = await addAnotherAdmin(app, 'Grace')
    const token = await app.signIn()
    const persons = await move(token, 'mallory@example.com', ADMIN.email)
    const { _id } = (await app.call(account.me, {}, { token })).data
    await app.call(administrators.resetFactors, { administrator_id: _id }, grace)
    expect([await takeBack(persons), (await addressNow()).includes(ADMIN.email)]).toEqual([200, true])
  })

  it('cannot use the link a second time at the same moment, nor guess one', async () => {
    const { link } = await strangerSetsUp()
    const both = await Promise.all([1, 2].map(() => app.send(secondFactor.notMe, { token: link }, visitor)))
    expect(new Set(both.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 422]))
    for (const token of ['', 'a'.repeat(43), `${link} `, 'x'.repeat(201)]) {
      expect((await app.send(secondFactor.notMe, { token }, visitor)).statusCode).toBe(422)
    }
  })
})
