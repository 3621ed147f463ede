import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { calls } from '#contract/calls.ts'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
const grace = { name: 'Grace Hopper', email: 'grace@example.com', password: 'flow-matic-1!' }
const { name: _name, ...login } = grace
const { email, password } = grace
const social = { provider: 'GOOGLE', id_token: JSON.stringify({ sub: 'g-1', email: 'mary@example.com', name: 'Mary' }) }

beforeEach(async () => {
  app = await buildTestApp({ DEMO_SOCIAL_SIGN_IN: 'true' })
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const visitor = { token: null }
const keyed = (idempotencyKey = 'a key') => ({ token: null, idempotencyKey })
const twice = async (call: Endpoint, input: object) => {
  const [first, second] = [await app.send(call, input, keyed()), await app.send(call, input, keyed())]
  expect([first.statusCode, second.statusCode, second.json()]).toEqual([200, 200, first.json()])
  return first.json()
}
const codeIn = (text = '') => /(?:is|code) (\d{6})/.exec(text)?.[1] ?? ''
const newestCode = async () => {
  await app.runJobs()
  return codeIn(app.mails.at(-1)?.text)
}
const count = async (table: 'app_sessions' | 'jobs' | 'users' | 'changes') =>
  (await app.db.selectFrom(table).selectAll().execute()).length

describe('a call of visitors to the app', () => {
  it('takes an Idempotency-Key wherever it is more than a read', () => {
    const open = Object.values(calls)
      .flatMap((some): Endpoint[] => Object.values(some))
      .filter((one) => one.owner && one.public && !one.get)
    expect(open.filter(({ once }) => !once).map(addressOf)).toEqual([])
    expect(open).toHaveLength(9)
  })

  it('acts once where it is repeated: registering and asking for codes', async () => {
    await twice(ownerAccount.register, grace)
    expect(await count('jobs')).toBe(1)
    await twice(ownerAccount.forgotPassword, { email })
    await twice(ownerAccount.sendConfirmation, { email })
    expect(await count('jobs')).toBe(3)
    await app.runJobs()
    expect(app.mails).toHaveLength(3)
  })

  it('acts once where it is repeated: what uses up a code, or a password', async () => {
    await app.call(ownerAccount.register, grace, visitor)
    await twice(ownerAccount.confirmEmail, { email, otp: await newestCode() })
    await app.call(ownerAccount.forgotPassword, { email }, visitor)
    const otp = await newestCode()
    const NEW = 'of-my-own-1!'
    await twice(ownerAccount.resetPassword, { email, otp, new_password: NEW, confirm_password: NEW })
    const changed = await twice(ownerAccount.changePassword, { email, old_password: NEW, new_password: password })
    expect(await count('app_sessions')).toBe(1)
    expect((await app.call(ownerAccount.me, {}, { token: changed.data.token })).data.email).toBe(email)
  })

  it('gives the same session for a minute, and a new one later', async () => {
    await app.call(ownerAccount.register, grace, visitor)
    const { data } = await twice(ownerAccount.signIn, login)
    await twice(ownerAccount.socialNonce, {})
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect((await app.send(ownerAccount.signIn, login, keyed())).json().data.token).not.toBe(data.token)
  })

  it('takes a social token again for the same session, with the same key, within a minute', async () => {
    const { data } = await twice(ownerAccount.signInSocial, social)
    expect([await count('app_sessions'), await count('users')]).toEqual([1, 1])
    expect((await app.call(ownerAccount.me, {}, { token: data.token })).data.name).toBe('Mary')
  })

  it('refuses a key that came with another input, and does not say more', async () => {
    await app.call(ownerAccount.register, grace, keyed())
    const other = await app.refusal(ownerAccount.register, { ...grace, password: 'another-one-2!' }, keyed())
    expect([other.status, other.code]).toEqual([422, 'key_reused'])
    await app.call(ownerAccount.register, { ...grace, password: 'another-one-2!' }, keyed('another'))
  })

  it('is stored so that neither what was sent nor what was answered can be read', async () => {
    await app.call(ownerAccount.register, grace, keyed())
    const { data } = await app.call(ownerAccount.signIn, login, keyed())
    const stored = JSON.stringify(await app.db.selectFrom('idempotency_keys').selectAll().execute())
    expect(stored).not.toContain('token' in data ? data.token : 'nothing')
    expect(stored).not.toContain('Grace')
    expect(stored).not.toContain('a key')
  })
})
