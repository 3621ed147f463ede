import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { changes } from '#contract/changes.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { users } from '#contract/users.ts'
import { ADMIN, buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addOwner } from '../../testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp({ DEMO_SOCIAL_SIGN_IN: 'true' })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const visitor = { token: null }
const grace = { name: 'Grace Hopper', email: 'grace@example.com', password: 'flow-matic-1!' }
const { email } = grace
const NEW = 'of-my-own-1!'
const WRONG_OTP = 'Invalid OTP, please enter the valid OTP'

const register = () => app.call(ownerAccount.register, grace, visitor)
async function signIn(password = grace.password) {
  const { data } = await app.call(ownerAccount.signIn, { email, password }, visitor)
  return 'token' in data ? data.token : ''
}
const me = async (token: string) => (await app.call(ownerAccount.me, {}, { token })).data
const mails = async () => {
  await app.runJobs()
  return app.mails
}
const codeIn = (text = '') => /(?:is|code) (\d{6})/.exec(text)?.[1] ?? ''
const newestCode = async () => codeIn((await mails()).at(-1)?.text)
const reset = (otp: string, more: object = {}) => ({ email, otp, new_password: NEW, confirm_password: NEW, ...more })
const userId = async () => (await app.call(users.list, {})).data[0]?._id ?? ''
const refusalTo = async (otp: string) => {
  const { status, errors } = await app.refusal(ownerAccount.resetPassword, reset(otp), visitor)
  return [status, errors]
}

describe('the newest two codes', () => {
  const confirm = (otp: string) => app.send(ownerAccount.confirmEmail, { email, otp }, visitor)
  const asked = async (call: typeof ownerAccount.sendConfirmation) => {
    await app.call(call, { email }, visitor)
    return newestCode()
  }

  it.each(['first', 'second'] as const)('both count, and the %s voids the other', async (used) => {
    await register()
    const codes = { first: await newestCode(), second: await asked(ownerAccount.sendConfirmation) }
    expect((await confirm(codes[used])).statusCode).toBe(200)
    const rows = await app.db
      .selectFrom('one_time_secrets')
      .select('subject as email')
      .where('subject', 'like', 'app-confirm%')
      .execute()
    expect(rows).toEqual([])
  })

  it('count for a new password too, and none before them', async () => {
    await register()
    const [oldest, middle] = [await asked(ownerAccount.forgotPassword), await asked(ownerAccount.forgotPassword)]
    const newest = await asked(ownerAccount.forgotPassword)
    if (![middle, newest].includes(oldest)) expect((await refusalTo(oldest))[0]).toBe(422)
    await app.call(ownerAccount.resetPassword, reset(middle), visitor)
    expect((await refusalTo(newest))[0]).toBe(422)
  })

  it('are not replaced by a stranger who registers the address again, however often', async () => {
    await register()
    const otp = await newestCode()
    for (let times = 0; times < 3; times++) await register()
    await app.runJobs()
    expect((await confirm(otp)).statusCode).toBe(200)
  })

  it('are tried five times together by the one who asked for them', async () => {
    await register()
    const first = await newestCode()
    const second = await asked(ownerAccount.sendConfirmation)
    const wrong = ['111111', '222222', '333333', '444444', '555555', '666666', '777777']
    const others = wrong.filter((code) => code !== first && code !== second).slice(0, 5)
    for (const otp of others) expect((await confirm(otp)).statusCode).toBe(422)
    expect([(await confirm(first)).statusCode, (await confirm(second)).statusCode]).toEqual([422, 422])
  })
})

describe('a forgotten password of an owner', () => {
  it('is set again by a mailed code, which works once and ends all sessions', async () => {
    await register()
    const token = await signIn()
    const { message } = await app.call(ownerAccount.forgotPassword, { email: 'GRACE@example.com' }, visitor)
    expect(message).toBe('Reset password OTP has been sent to your email id.')
    const otp = await newestCode()
    const answer = await app.call(ownerAccount.resetPassword, reset(otp), visitor)
    expect(answer.message).toBe('Password has been updated successfully.')
    expect((await app.refusal(ownerAccount.me, {}, { token })).status).toBe(401)
    expect((await me(await signIn(NEW))).email_confirmed).toBe(true)
    expect((await mails()).at(-1)?.subject).toBe('Your password was changed')
    expect(await refusalTo(otp)).toEqual([422, { otp: [WRONG_OTP] }])
    const { data } = await app.call(changes.list, {})
    expect(data[0]).toMatchObject({ can_undo: false, by: { name: 'Grace Hopper', kind: 'user' } })
  })

  it('keeps its code when the new one is too common, however often', async () => {
    await register()
    await app.call(ownerAccount.forgotPassword, { email }, visitor)
    const otp = await newestCode()
    const common = { new_password: 'password1!', confirm_password: 'password1!' }
    for (let tried = 0; tried < 12; tried++) {
      const { errors } = await app.refusal(ownerAccount.resetPassword, reset(otp, common), visitor)
      expect(errors).toEqual({ new_password: [expect.stringContaining('too common')] })
    }
    await app.call(ownerAccount.resetPassword, reset(otp), visitor)
  })

  it('is set by one of two with the same code', async () => {
    await register()
    await app.call(ownerAccount.forgotPassword, { email }, visitor)
    const otp = await newestCode()
    const answers = await Promise.all([1, 2].map(() => app.send(ownerAccount.resetPassword, reset(otp), visitor)))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  })

  it('answers the same for an address without an account, and mails nothing there', async () => {
    const unknown = await app.call(ownerAccount.forgotPassword, { email }, visitor)
    expect(await mails()).toEqual([])
    await register()
    expect(await app.call(ownerAccount.forgotPassword, { email }, visitor)).toEqual(unknown)
  })

  it('is none of somebody who signs in through a network, and who is told so', async () => {
    const vouched = { provider: 'GOOGLE', id_token: JSON.stringify({ sub: '1', email, name: 'Grace' }) }
    const { data } = await app.call(ownerAccount.signInSocial, vouched, visitor)
    expect(data.email_confirmed).toBe(true)
    await app.call(ownerAccount.forgotPassword, { email }, visitor)
    const [mail] = await mails()
    expect([mail?.text, codeIn(mail?.text)]).toEqual([expect.stringContaining('sign in with Google.'), ''])
  })

  it('is not set for somebody who is turned off, nor by a code of before another change', async () => {
    await register()
    const user_id = await userId()
    await app.call(ownerAccount.forgotPassword, { email }, visitor)
    const otp = await newestCode()
    await app.call(users.changeStatus, { user_id, status: false })
    expect(await refusalTo(otp)).toEqual([422, { otp: [WRONG_OTP] }])
    app.mails.length = 0
    await app.call(ownerAccount.forgotPassword, { email }, visitor)
    expect(await mails()).toEqual([])
    await app.call(users.changeStatus, { user_id, status: true })
    await app.call(ownerAccount.forgotPassword, { email }, visitor)
    const second = await newestCode()
    const change = { email, old_password: grace.password, new_password: 'another-one-2!' }
    await app.call(ownerAccount.changePassword, change, visitor)
    expect(await refusalTo(second)).toEqual([422, { otp: [WRONG_OTP] }])
  })

  it('replaces the one that the back-office was about to mail', async () => {
    await register()
    await app.call(ownerAccount.forgotPassword, { email }, visitor)
    const otp = await newestCode()
    await app.db.updateTable('users').set({ must_change_password: 1 }).execute()
    await app.call(ownerAccount.resetPassword, reset(otp), visitor)
    expect(await signIn(NEW)).not.toBe('')
  })

  it('has a code that is no code of an administrator with the same address, nor of a confirmation', async () => {
    await app.call(ownerAccount.register, { ...grace, email: ADMIN.email }, visitor)
    const confirmation = await newestCode()
    await app.call(ownerAccount.forgotPassword, { email: ADMIN.email }, visitor)
    const otp = await newestCode()
    const mine = reset(otp, { email: ADMIN.email })
    expect((await app.refusal(account.resetPassword, mine, visitor)).status).toBe(422)
    const other = { ...mine, otp: confirmation }
    if (otp !== confirmation) expect((await app.refusal(ownerAccount.resetPassword, other, visitor)).status).toBe(422)
    await app.call(ownerAccount.resetPassword, mine, visitor)
  })

  it('has a code for ten minutes and five tries', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await register()
    await app.call(ownerAccount.forgotPassword, { email }, visitor)
    const first = await newestCode()
    vi.setSystemTime(Date.now() + 10 * 60_000 + 1000)
    expect(await refusalTo(first)).toEqual([422, { otp: [WRONG_OTP] }])
    await app.call(ownerAccount.forgotPassword, { email }, visitor)
    const otp = await newestCode()
    const wrong = otp === '000000' ? '111111' : '000000'
    for (let tried = 0; tried < 5; tried++) await refusalTo(wrong)
    expect(await refusalTo(otp)).toEqual([422, { otp: [WRONG_OTP] }])
  })
})

describe('the address of an owner', () => {
  it('is confirmed by the code of the registration, once', async () => {
    await register()
    const token = await signIn()
    expect((await me(token)).email_confirmed).toBe(false)
    const otp = await newestCode()
    const { message } = await app.call(ownerAccount.confirmEmail, { email, otp }, visitor)
    expect(message).toBe('Your email address has been confirmed.')
    expect((await me(token)).email_confirmed).toBe(true)
    expect((await app.refusal(ownerAccount.confirmEmail, { email, otp }, visitor)).errors).toEqual({ otp: [WRONG_OTP] })
  })

  it('is confirmed by another code that is asked for, until it is', async () => {
    await register()
    await app.call(ownerAccount.sendConfirmation, { email }, visitor)
    const otp = await newestCode()
    await app.call(ownerAccount.confirmEmail, { email, otp }, visitor)
    app.mails.length = 0
    const again = await app.call(ownerAccount.sendConfirmation, { email }, visitor)
    expect(await app.call(ownerAccount.sendConfirmation, { email: 'nobody@example.com' }, visitor)).toEqual(again)
    expect(await mails()).toEqual([])
  })

  it('gets no code by a second registration, but by asking for one', async () => {
    await register()
    expect(await newestCode()).toMatch(/^\d{6}$/)
    await app.call(ownerAccount.register, { ...grace, password: 'another-1!' }, visitor)
    expect(codeIn((await mails()).at(-1)?.text)).toBe('')
    await app.call(ownerAccount.sendConfirmation, { email }, visitor)
    const confirmed = await app.call(ownerAccount.confirmEmail, { email, otp: await newestCode() }, visitor)
    expect(confirmed.change_id).not.toBeNull()
  })

  it('that was there before counts as confirmed', async () => {
    const id = await addOwner(app)
    const { email_confirmed } = await app.db
      .selectFrom('users')
      .select('email_confirmed')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(Number(email_confirmed)).toBe(0)
    await app.db
      .insertInto('users')
      .values({
        id: 'from-before',
        is_deleted: 0,
        version: 1,
        created_at: '2026-01-01T00:00:00.000Z',
        updated_at: '2026-01-01T00:00:00.000Z',
        name: 'Ada',
        name_key: 'ada',
        email: 'ada.b@example.com',
        email_key: 'ada.b@example.com',
        type: 'SIMPLE',
        social_id: null,
        status: 1,
        password_hash: null,
        must_change_password: 0,
      })
      .execute()
    const before = app.db.selectFrom('users').select('email_confirmed').where('id', '=', 'from-before')
    expect(Number((await before.executeTakeFirstOrThrow()).email_confirmed)).toBe(1)
  })
})
