import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { administrators } from '#contract/administrators.ts'
import { changes } from '#contract/changes.ts'
import { secondFactor, signIn, TICKET_GONE, WRONG_CODE } from '#contract/sign-in.ts'
import { currentStep, totpCode } from '../../auth/totp.ts'
import { ADMIN, buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { addAnotherAdmin } from '../../testing/people.ts'

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
const codeOf = (secret: string, off = 0) => totpCode(secret, currentStep() + off)

/** Sets up an authenticator app; its codes from after this half minute can be used. */
async function setUp() {
  const { secret } = (await app.call(secondFactor.totpBegin, {})).data
  const { data } = await app.call(secondFactor.totpConfirm, { code: codeOf(secret) })
  later(30)
  return { secret, codes: data.recovery_codes }
}
async function ticket(password = ADMIN.password) {
  const { data } = await app.call(account.login, { ...ADMIN, password }, visitor)
  if (!('ticket' in data)) throw new Error('no second factor was asked for')
  return data.ticket
}
const confirm = async (fields: object) => (await app.call(signIn.loginConfirm, fields, visitor)).data
const refused = async (fields: object) => {
  const { status, message } = await app.refusal(signIn.loginConfirm, fields, visitor)
  return [status, message]
}
const status = async () => (await app.call(secondFactor.status, {})).data
const statusesOf = (answers: { statusCode: number }[]) =>
  answers.map(({ statusCode }) => statusCode).toSorted((one, other) => one - other)

describe('an authenticator app', () => {
  it('counts once it has shown a right code, and is asked for from then on', async () => {
    const begun = await app.call(secondFactor.totpBegin, {})
    const { secret } = begun.data
    await app.signIn()
    const { errors, data: told } = await app.refusal(secondFactor.totpConfirm, { code: '000000' })
    expect([errors, told]).toEqual([{ code: [WRONG_CODE] }, { server_time: new Date().toISOString() }])
    await app.signIn()
    const code = codeOf(secret)
    const { message, data } = await app.call(secondFactor.totpConfirm, { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect([message, data.recovery_codes.length]).toEqual(['Authenticator app added successfully.', 10])
    expect(await status()).toMatchObject({ totp: true, recovery_codes_left: 10, required: false })
    later(30)
    const answer = await app.call(account.login, ADMIN, visitor)
    expect(answer.message).toBe('Please confirm it’s you.')
    expect(answer.data).toEqual({ ticket: expect.any(String), second_factors: ['totp', 'recovery'] })
    const { token } = await confirm({ ticket: await ticket(), code: codeOf(secret) })
    expect((await app.call(account.me, {}, { token })).data.email).toBe(ADMIN.email)
    expect((await app.call(administrators.list, {})).data[0]?.second_factor).toBe(true)
  })

  it('takes each code once, also of two at the same moment, and the one of its setting up not again', async () => {
    const { secret } = (await app.call(secondFactor.totpBegin, {})).data
    const first = codeOf(secret)
    await app.call(secondFactor.totpConfirm, { code: first })
    expect(await refused({ ticket: await ticket(), code: first })).toEqual([422, WRONG_CODE])
    later(30)
    const code = codeOf(secret)
    const tickets = [await ticket(), await ticket()]
    const answers = await Promise.all(tickets.map((ticket) => app.send(signIn.loginConfirm, { ticket, code }, visitor)))
    expect(statusesOf(answers)).toEqual([200, 422])
    expect(await refused({ ticket: await ticket(), code })).toEqual([422, WRONG_CODE])
  })

  it('is begun anew as often as one likes, and replaced by another one', async () => {
    const { secret: old } = await setUp()
    const { secret: left } = (await app.call(secondFactor.totpBegin, {})).data
    const { secret: next } = (await app.call(secondFactor.totpBegin, {})).data
    expect((await app.refusal(secondFactor.totpConfirm, { code: codeOf(left) })).status).toBe(422)
    await confirm({ ticket: await ticket(), code: codeOf(old) })
    const { message, data } = await app.call(secondFactor.totpConfirm, { code: codeOf(next) })
    expect([message, data.recovery_codes]).toEqual(['Authenticator app updated successfully.', []])
    later(30)
    expect(await refused({ ticket: await ticket(), code: codeOf(old) })).toEqual([422, WRONG_CODE])
    await confirm({ ticket: await ticket(), code: codeOf(next) })
  })

  it('goes with the recovery codes where nothing else is left', async () => {
    await setUp()
    await app.call(secondFactor.totpRemove, {})
    expect(await status()).toMatchObject({ totp: false, recovery_codes_left: 0 })
    await app.signIn()
    expect((await app.refusal(secondFactor.totpRemove, {})).status).toBe(404)
    expect((await app.refusal(secondFactor.recoveryCodes, {})).status).toBe(422)
  })

  it('is told by mail, and in the history, and its secret stays where it is', async () => {
    const { secret, codes } = await setUp()
    await app.call(secondFactor.totpRemove, {})
    await app.runJobs()
    expect(app.mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Your sign-in methods were changed'))
    expect(app.mails[0]?.text).toContain('an authenticator app was set up.')
    const history = await app.call(changes.list, {})
    expect(history.data.map(({ message, can_undo }) => [message, can_undo])).toEqual([
      ['Authenticator app removed successfully.', false],
      ['Authenticator app added successfully.', false],
    ])
    await setUp()
    const tables = ['totp_secrets', 'recovery_codes', 'activity', 'changes', 'jobs', 'admins'] as const
    for (const table of tables) {
      const rows = JSON.stringify(await app.db.selectFrom(table).selectAll().execute())
      for (const hidden of [secret, ...codes]) expect(rows).not.toContain(hidden)
    }
    expect(JSON.stringify([history, app.mails, await status()])).not.toContain(secret)
  })
})

describe('a recovery code', () => {
  it('works once, however it is typed, and its use is told by mail', async () => {
    const { codes } = await setUp()
    const [one = '', other = ''] = codes
    await confirm({ ticket: await ticket(), code: one.toUpperCase().replace('-', ' ') })
    expect(await refused({ ticket: await ticket(), code: one })).toEqual([422, WRONG_CODE])
    await confirm({ ticket: await ticket(), code: other })
    expect((await status()).recovery_codes_left).toBe(8)
    await app.runJobs()
    expect(app.mails.at(-1)?.text).toContain('a recovery code was used to sign in; 8 are left.')
  })

  it('is one of ten, and belongs to one administrator', async () => {
    const { codes } = await setUp()
    const grace = await addAnotherAdmin(app, 'Grace')
    const { secret } = (await app.call(secondFactor.totpBegin, {}, grace)).data
    const hers = await app.call(secondFactor.totpConfirm, { code: codeOf(secret) }, grace)
    expect(new Set([...codes, ...hers.data.recovery_codes]).size).toBe(20)
    expect(await refused({ ticket: await ticket(), code: hers.data.recovery_codes[0] })).toEqual([422, WRONG_CODE])
  })

  it('of before is worth nothing once there are new ones', async () => {
    const { codes } = await setUp()
    const { data } = await app.call(secondFactor.recoveryCodes, {})
    expect(await refused({ ticket: await ticket(), code: codes[0] })).toEqual([422, WRONG_CODE])
    await confirm({ ticket: await ticket(), code: data.recovery_codes[0] })
  })
})

describe('a ticket', () => {
  it('works once, also of two at the same moment', async () => {
    const { secret, codes } = await setUp()
    const one = await ticket()
    const inputs = [codeOf(secret), codes[0]].map((code) => ({ ticket: one, code }))
    const answers = await Promise.all(inputs.map((input) => app.send(signIn.loginConfirm, input, visitor)))
    expect(statusesOf(answers)).toEqual([200, 422])
    expect(await refused({ ticket: one, code: codes[1] })).toEqual([422, TICKET_GONE])
    expect((await status()).recovery_codes_left).toBeGreaterThan(8)
  })

  it('lives for five minutes', async () => {
    const { secret } = await setUp()
    const one = await ticket()
    later(299)
    expect(await refused({ ticket: one, code: '000000' })).toEqual([422, WRONG_CODE])
    later(2)
    expect(await refused({ ticket: one, code: codeOf(secret) })).toEqual([422, TICKET_GONE])
  })

  it('dies after five wrong tries', async () => {
    const { secret } = await setUp()
    const one = await ticket()
    for (let tried = 0; tried < 5; tried++) {
      expect(await refused({ ticket: one, code: '000000' })).toEqual([422, WRONG_CODE])
    }
    expect(await refused({ ticket: one, code: codeOf(secret) })).toEqual([422, TICKET_GONE])
  })

  it('gives who knows the password no more tries than ten', async () => {
    const { secret } = await setUp()
    for (let tried = 0; tried < 5; tried++) await refused({ ticket: await ticket(), code: '000000' })
    expect((await app.refusal(account.login, ADMIN, visitor)).status).toBe(429)
    later(15 * 60)
    await confirm({ ticket: await ticket(), code: codeOf(secret) })
  })

  it('is worth nothing once the password has changed, or whoever it is about was deactivated', async () => {
    const { secret } = await setUp()
    const before = await ticket()
    const new_password = 'another-horse-2!'
    await app.call(account.editPassword, { old_password: ADMIN.password, new_password })
    expect(await refused({ ticket: before, code: codeOf(secret) })).toEqual([422, TICKET_GONE])
    const one = await ticket(new_password)
    const grace = await addAnotherAdmin(app, 'Grace')
    const me = (await app.call(administrators.list, {})).data.find(({ is_me }) => is_me)
    await app.call(administrators.deactivate, { administrator_id: me?._id }, grace)
    expect(await refused({ ticket: one, code: codeOf(secret) })).toEqual([422, TICKET_GONE])
  })

  it('says the same of one that never was, and wants a code', async () => {
    await setUp()
    for (const gone of ['unknown', '', 'x'.repeat(300)]) {
      expect(await refused({ ticket: gone, code: '123456' })).toEqual([422, TICKET_GONE])
    }
    expect(await refused({ ticket: await ticket() })).toEqual([422, 'Code cannot be empty.'])
  })
})

describe('REQUIRE_SECOND_FACTOR', () => {
  beforeEach(async () => {
    await app.close()
    app = await buildTestApp({ REQUIRE_SECOND_FACTOR: 'true' })
  })

  it('leads to setting one up before anything else', async () => {
    expect((await app.call(account.me, {})).data.second_factor_required).toBe(true)
    const { status: code, message, data } = await app.refusal(administrators.list, {})
    expect([code, message, data]).toEqual([
      403,
      'Please set up a second factor first.',
      { second_factor_required: true },
    ])
    expect((await status()).required).toBe(true)
    await setUp()
    expect((await app.call(account.me, {})).data.second_factor_required).toBe(false)
    await app.call(administrators.list, {})
  })

  it('keeps the last one, and lets it be replaced', async () => {
    await setUp()
    const { status: code, message } = await app.refusal(secondFactor.totpRemove, {})
    expect([code, message]).toEqual([422, 'A second factor is required here, so the last one cannot be removed.'])
    expect(await status()).toMatchObject({ totp: true, recovery_codes_left: 10 })
    await setUp()
  })
})
