import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { users } from '#contract/users.ts'
import { RESTORED } from '../../auth/own-secrets.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'

let app: TestApp
const visitor = { token: null }
const grace = { name: 'Grace Hopper', email: 'grace@example.com', password: 'flow-matic-1!' }
const { name: _name, ...login } = grace

beforeEach(async () => {
  app = await buildTestApp({ DEMO_SOCIAL_SIGN_IN: 'true' })
})
afterEach(() => app.close())

const register = (more: object = {}) => app.call(ownerAccount.register, { ...grace, ...more }, visitor)
async function signIn(fields: object = login) {
  const { data } = await app.call(ownerAccount.signIn, fields, visitor)
  if (data.must_change_password) throw new Error('the password must be changed first')
  return data
}
const userId = async () => (await app.call(users.list, {})).data[0]?._id ?? ''

describe('users/register', () => {
  it('lets an owner sign in, who is then seen and counted in the back-office', async () => {
    await register()
    const { token, name } = await signIn({ ...login, email: 'GRACE@example.com' })
    expect(name).toBe('Grace Hopper')
    const me = await app.call(ownerAccount.me, {}, { token })
    const known = { _id: await userId(), name: 'Grace Hopper', email: 'grace@example.com' }
    expect(me.data).toEqual({
      ...known,
      type: 'SIMPLE',
      language: null,
      email_confirmed: false,
      state: '',
      zip: '',
      version: 1,
    })
    const { data } = await app.call(account.me, {})
    expect([data.register_users_count, data.app_usage_count]).toEqual([1, 1])
    await app.runJobs()
    expect(app.mails[0]).toMatchObject({ to: 'grace@example.com', subject: 'Welcome' })
  })

  it('answers the same for an address that has an account, leaves that alone, and tells its owner', async () => {
    const first = await register()
    expect(await register({ email: 'Grace@Example.com', password: 'another-1!' })).toEqual(first)
    await signIn()
    expect((await app.call(users.list, {})).total).toBe(1)
    await app.runJobs()
    expect(app.mails.map(({ subject }) => subject)).toEqual(['Welcome', 'You already have an account'])
  })

  it('refuses what is not valid, in the words of the back-office', async () => {
    const { errors } = await app.refusal(ownerAccount.register, { email: 'x', password: 'short' }, visitor)
    expect(errors).toEqual({
      name: ['Name cannot be empty.'],
      email: ['Invalid email address, please enter the valid email address'],
      password: ['Password entry does not meet criteria.'],
    })
  })
})

describe('users/sign_in', () => {
  it('refuses a wrong password and an unknown address alike', async () => {
    await register()
    const wrong = await app.refusal(ownerAccount.signIn, { ...login, password: 'no' }, visitor)
    const unknown = await app.refusal(ownerAccount.signIn, { ...login, email: 'nobody@example.com' }, visitor)
    expect([wrong.status, wrong.message]).toEqual([422, 'Incorrect email or password.'])
    expect([unknown.status, unknown.message]).toEqual([wrong.status, wrong.message])
  })

  it('tells of a restore at the first sign-in after it, once, and who registered since nothing', async () => {
    await register()
    const value = new Date(Date.now() + 1000).toISOString()
    await app.db.insertInto('secrets').values({ name: RESTORED, value }).execute()
    expect(await signIn()).toMatchObject({ notice: expect.stringContaining('restored from a backup') })
    expect(await signIn()).not.toHaveProperty('notice')
    await app.db.deleteFrom('app_sessions').execute()
    await app.db
      .updateTable('users')
      .set({ created_at: new Date(Date.now() + 2000).toISOString() })
      .execute()
    expect(await signIn()).not.toHaveProperty('notice')
  })

  it('tells of a restore with a change of the password only who was not told before', async () => {
    await register()
    const value = new Date(Date.now() + 1000).toISOString()
    await app.db.insertInto('secrets').values({ name: RESTORED, value }).execute()
    const change = async (old_password: string, new_password: string) =>
      (await app.call(ownerAccount.changePassword, { email: login.email, old_password, new_password }, visitor)).data
    expect(await change(login.password, 'another-horse-2!')).toHaveProperty('notice')
    expect(await change('another-horse-2!', 'another-horse-3!')).not.toHaveProperty('notice')
  })

  it('limits the tries at an account', async () => {
    await register()
    for (let tried = 0; tried < 10; tried++)
      await app.refusal(ownerAccount.signIn, { ...login, password: 'no' }, visitor)
    expect((await app.refusal(ownerAccount.signIn, login, visitor)).status).toBe(429)
  })

  it('is closed to who is turned off, whose sessions have ended', async () => {
    await register()
    const { token } = await signIn()
    await app.call(users.changeStatus, { user_id: await userId(), status: false })
    expect((await app.refusal(ownerAccount.me, {}, { token })).status).toBe(401)
    const { status, message } = await app.refusal(ownerAccount.signIn, login, visitor)
    expect([status, message]).toEqual([422, 'Your account has been deactivated. Please contact support.'])
    await app.call(users.changeStatus, { user_id: await userId(), status: true })
    await signIn()
  })

  it('asks for a new password after a reset, and gives no token until there is one', async () => {
    await register()
    const { token } = await signIn()
    await app.call(users.resetPassword, { user_id: await userId() })
    expect((await app.refusal(ownerAccount.me, {}, { token })).status).toBe(401)
    expect((await app.refusal(ownerAccount.signIn, login, visitor)).status).toBe(422)
    await app.runJobs()
    const mailed = /The new one is (\S+)/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? ''
    const answer = await app.call(ownerAccount.signIn, { ...login, password: mailed }, visitor)
    expect(answer.data).toEqual({ must_change_password: true })

    const change = { email: login.email, old_password: mailed, new_password: 'of-my-own-1!' }
    const same = await app.refusal(ownerAccount.changePassword, { ...change, new_password: mailed }, visitor)
    expect(Object.keys(same.errors ?? {})).toEqual(['new_password'])
    const changed = await app.call(ownerAccount.changePassword, change, visitor)
    expect(changed.message).toBe('Password changed successfully.')
    await app.call(ownerAccount.me, {}, { token: changed.data.token })
    await signIn({ ...login, password: 'of-my-own-1!' })
  })

  it('gives a token that opens nothing of the back-office, as theirs opens nothing of the app', async () => {
    await register()
    const { token } = await signIn()
    expect((await app.refusal(account.me, {}, { token })).status).toBe(403)
    expect((await app.refusal(ownerAccount.me, {})).status).toBe(403)
  })
})

describe('users/sign_out', () => {
  it('ends this session and no other', async () => {
    await register()
    const [one, other] = [await signIn(), await signIn()]
    await app.call(ownerAccount.signOut, {}, { token: one.token })
    expect((await app.refusal(ownerAccount.me, {}, { token: one.token })).status).toBe(401)
    await app.call(ownerAccount.me, {}, { token: other.token })
  })
})

describe('users/sign_in_social', () => {
  const vouched = (claims: object) => ({ provider: 'GOOGLE', id_token: JSON.stringify(claims) })
  const zora = { sub: '77', email: 'zora@example.com', name: 'Zora Neale' }

  it('registers who comes for the first time, and knows them again', async () => {
    const first = await app.call(ownerAccount.signInSocial, vouched(zora), visitor)
    const again = await app.call(ownerAccount.signInSocial, vouched({ ...zora, email: 'moved@example.com' }), visitor)
    expect(again.data._id).toBe(first.data._id)
    const listed = (await app.call(users.list, {})).data
    expect(listed).toMatchObject([{ name: 'Zora Neale', email: 'zora@example.com', type: 'GOOGLE', status: true }])
    expect((await app.call(account.me, {})).data.app_usage_count).toBe(2)
  })

  it('takes the name from the call, or from the address, where the network tells none', async () => {
    const { name: _none, ...nameless } = zora
    const input = { ...vouched(nameless), name: 'Zora from the phone' }
    expect((await app.call(ownerAccount.signInSocial, input, visitor)).data.name).toBe('Zora from the phone')
    const other = vouched({ sub: '78', email: 'alice.w@example.com' })
    expect((await app.call(ownerAccount.signInSocial, other, visitor)).data.name).toBe('alice.w')
  })

  it('takes no name that the rules of names do not allow', async () => {
    for (const [sub, name] of [
      ['1', 'Eve\nhttps://elsewhere.invalid'],
      ['2', '\u3164'],
      ['3', 'a\u0007b'],
    ] as const) {
      const { data } = await app.call(
        ownerAccount.signInSocial,
        vouched({ sub, email: `eve.${sub}@example.com`, name }),
        visitor,
      )
      expect(data.name).toBe(`eve.${sub}`)
    }
    const given = { ...vouched({ sub: '4', email: 'eve.4@example.com' }), name: 'Eve\nEve' }
    const { errors } = await app.refusal(ownerAccount.signInSocial, given, visitor)
    expect(errors).toEqual({ name: ['Please write this on one line.'] })
  })

  it('refuses an address that is registered in another way', async () => {
    await register()
    await app.db.updateTable('users').set({ email_confirmed: 1 }).execute()
    const refusal = await app.refusal(ownerAccount.signInSocial, vouched({ ...zora, email: grace.email }), visitor)
    expect([refusal.status, refusal.message]).toEqual([422, expect.stringContaining('in another way')])
  })

  it('takes an address back from a stranger who registered it and could not confirm it', async () => {
    await register()
    const stranger = (await app.call(ownerAccount.signIn, { email: grace.email, password: grace.password }, visitor))
      .data
    const token = 'token' in stranger ? stranger.token : null
    const { data } = await app.call(ownerAccount.signInSocial, vouched({ ...zora, email: grace.email }), visitor)
    expect(data).toMatchObject({ email: grace.email, name: zora.name, type: 'GOOGLE', email_confirmed: true })
    expect((await app.refusal(ownerAccount.me, {}, { token })).status).toBe(401)
    const again = await app.refusal(ownerAccount.signIn, { email: grace.email, password: grace.password }, visitor)
    expect(again.status).toBe(422)
  })

  it('keeps out whose token is refused again and again, and nobody else at the same address', async () => {
    const bad = vouched({ sub: '1' })
    for (let tried = 0; tried < 10; tried++)
      expect((await app.refusal(ownerAccount.signInSocial, bad, visitor)).status).toBe(422)
    expect((await app.refusal(ownerAccount.signInSocial, bad, visitor)).status).toBe(429)
    await app.call(ownerAccount.signInSocial, vouched(zora), visitor)
  })

  it('refuses a token that is not good, and who is turned off', async () => {
    expect((await app.refusal(ownerAccount.signInSocial, vouched({ sub: '1' }), visitor)).status).toBe(422)
    await app.call(ownerAccount.signInSocial, vouched(zora), visitor)
    await app.call(users.changeStatus, { user_id: await userId(), status: false })
    expect((await app.refusal(ownerAccount.signInSocial, vouched(zora), visitor)).status).toBe(422)
  })

  it.each<Record<string, string>>([{ DEMO_DATA: 'true' }, { DEMO_DATA: 'false' }])(
    'believes nobody with %j',
    async (env) => {
      await app.close()
      app = await buildTestApp(env)
      const { message } = await app.refusal(ownerAccount.signInSocial, vouched(zora), visitor)
      expect(message).toBe('Signing in this way is not set up here.')
    },
  )
})
