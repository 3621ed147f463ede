import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { administrators } from '#contract/administrators.ts'
import { calls } from '#contract/calls.ts'
import { CANNOT_BE_UNDONE, changes } from '#contract/changes.ts'
import {
  FRESH_PROOF_MINUTES,
  PROOF_MINUTES,
  PROOF_REQUIRED,
  secondFactor,
  sessions,
  signIn,
} from '#contract/sign-in.ts'
import { renewToken } from '../../auth/sessions.ts'
import { sha256 } from '../../auth/tokens.ts'
import { currentStep, totpCode } from '../../auth/totp.ts'
import { ADMIN, buildTestApp, type CallAs, type TestApp } from '../../testing/build-test-app.ts'
import { addAnotherAdmin } from '../../testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(async () => {
  vi.useRealTimers()
  await app.close()
})

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const CHROME =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'
const visitor = { token: null }
const signInWith = async (as: CallAs) => {
  const { data } = await app.call(account.login, ADMIN, { ...visitor, ...as })
  return 'token' in data ? data.token : ''
}
const from = (address: string, agent = FIREFOX, id?: string) => ({
  address,
  headers: { 'user-agent': agent, ...(id && { 'x-browser-id': id }) },
})
const listed = async (token = app.token) => (await app.call(sessions.list, {}, { token })).data
const warnings = async () => {
  await app.runJobs()
  return app.mails.filter(({ subject }) => subject === 'A sign-in from a new browser')
}

describe('a proof of identity', () => {
  const proved = async (token: string) =>
    (await app.call(sessions.prove, { password: ADMIN.password }, { token })).data.token ?? ''
  const status = async (token: string) => (await app.send(account.me, {}, { token })).statusCode

  it('replaces the token, and that of before counts for a minute only', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const old = await app.signIn()
    const renewed = await proved(old)
    expect([renewed === old, await status(old), await status(renewed)]).toEqual([false, 200, 200])
    vi.setSystemTime(Date.now() + 61_000)
    expect([await status(old), await status(renewed)]).toEqual([401, 200])
    const again = await proved(renewed)
    expect([await status(old), await status(again)]).toEqual([401, 200])
    expect(await listed(again)).toHaveLength(2)
  })

  it('gives whoever has got hold of the token before no proof', async () => {
    const old = await app.signIn()
    const ago = new Date(Date.now() - 16 * 60_000).toISOString()
    await app.db.updateTable('sessions').set({ proved_at: ago }).execute()
    const renewed = await proved(old)
    const invite = { name: 'Mallory', email: 'mallory@example.com' }
    const refused = await app.refusal(administrators.invite, invite, { token: old })
    expect([refused.status, refused.message]).toEqual([403, PROOF_REQUIRED])
    await app.call(administrators.invite, invite, { token: renewed })
  })

  it('replaces the same token once', async () => {
    const hash = sha256(await app.signIn())
    expect(await renewToken(app.db, hash)).toEqual(expect.any(String))
    expect(await renewToken(app.db, hash)).toBeNull()
  })

  it('of two at the same moment gives no answer that leads nowhere', async () => {
    const old = await app.signIn()
    const tokens = (await Promise.all([proved(old), proved(old)])).filter(Boolean)
    expect(tokens).not.toHaveLength(0)
    for (const token of tokens) expect(await status(token)).toBe(200)
  })

  it('ends nothing that was under way, and both tokens end with the session', async () => {
    const old = await app.signIn()
    const renewed = await proved(old)
    expect((await app.refusal(sessions.end, { others: true }, { token: old })).message).toBe(PROOF_REQUIRED)
    expect([await status(old), await status(renewed)]).toEqual([200, 200])
    await app.call(sessions.end, { others: true }, { token: renewed })
    await app.call(account.logout, {}, { token: renewed })
    expect([await status(old), await status(renewed)]).toEqual([401, 401])
  })
})

describe('admin/sessions/list', () => {
  it('shows where one is signed in, the current session first', async () => {
    await signInWith(from('203.0.113.7', CHROME))
    const token = await signInWith(from('198.51.100.4'))
    await addAnotherAdmin(app, 'Grace')
    const rows = await listed(token)
    expect(rows.map(({ device, address, is_current }) => [device, address, is_current])).toEqual([
      ['Firefox on Windows', '198.51.100.4', true],
      ['Chrome on macOS', '203.0.113.7', false],
      ['an unknown browser', '', false],
    ])
    expect(JSON.stringify(rows)).not.toContain('hash')
  })

  it('takes no text of a stranger for the name of a browser', async () => {
    for (const agent of ['Visit https://elsewhere.invalid/1.0', '<b>x</b>/1', 'x'.repeat(5000)]) {
      await signInWith(from('203.0.113.7', agent))
    }
    expect(new Set((await listed()).map(({ device }) => device))).toEqual(new Set(['an unknown browser']))
  })

  it('leaves out what has expired', async () => {
    await signInWith(from('203.0.113.7'))
    const old = new Date(Date.now() - 13 * 3_600_000).toISOString()
    await app.db.updateTable('sessions').set({ used_at: old }).where('address', '<>', '').execute()
    expect(await listed()).toHaveLength(1)
  })
})

describe('a session', () => {
  it('is not used by what a page asks by itself', async () => {
    const recently = new Date(Date.now() - 600_000).toISOString()
    await app.db.updateTable('sessions').set({ used_at: recently }).execute()
    const usedAt = async () => (await app.db.selectFrom('sessions').select('used_at').executeTakeFirst())?.used_at
    await app.call(account.me, {}, { headers: { 'x-unattended': 'true' } })
    expect(await usedAt()).toBe(recently)
    await app.call(account.me, {})
    expect(await usedAt()).not.toBe(recently)
  })
})

describe('admin/sessions/end', () => {
  it('ends one, or all others', async () => {
    const [one, other, third] = [await app.signIn(), await app.signIn(), await app.signIn()]
    const session_id = (await listed(one)).find(({ is_current }) => is_current)?._id
    await app.call(sessions.end, { session_id })
    expect((await app.refusal(account.me, {}, { token: one })).status).toBe(401)
    await app.call(sessions.end, { others: true }, { token: other })
    expect((await app.refusal(account.me, {}, { token: third })).status).toBe(401)
    expect(await listed(other)).toHaveLength(1)
  })

  it('ends nobody else’s, and says what it wants', async () => {
    const grace = await addAnotherAdmin(app, 'Grace')
    const [hers] = await listed(grace.token)
    expect((await app.refusal(sessions.end, { session_id: hers?._id })).status).toBe(404)
    expect(await listed(grace.token)).toHaveLength(1)
    for (const input of [{}, { others: false }, { session_id: hers?._id, others: true }]) {
      expect((await app.refusal(sessions.end, input)).status).toBe(422)
    }
  })
})

describe('a mail about a sign-in', () => {
  it('is sent for a browser that was not seen before, but not for the first of all', async () => {
    await app.db.updateTable('admins').set({ last_sign_in: null }).execute()
    await signInWith(from('203.0.113.7'))
    await signInWith(from('203.0.113.99'))
    expect(await warnings()).toEqual([])
    await signInWith(from('198.51.100.4'))
    await signInWith(from('203.0.113.7', CHROME))
    const [first, second] = await warnings()
    expect(first?.text).toContain('with Firefox on Windows from the address 198.51.100.4, on 20')
    expect([first?.to, second?.text]).toEqual([ADMIN.email, expect.stringContaining('Chrome on macOS')])
    expect(app.mails).toHaveLength(2)
  })

  it('goes by the id that the application keeps, wherever the browser is', async () => {
    const [mine, other] = ['a'.repeat(32), 'b'.repeat(32)]
    await signInWith(from('203.0.113.7', FIREFOX, mine))
    await signInWith(from('198.51.100.4', CHROME, mine))
    expect(await warnings()).toHaveLength(1)
    await signInWith(from('203.0.113.7', FIREFOX, other))
    expect(await warnings()).toHaveLength(2)
    const grace = await addAnotherAdmin(app, 'Grace')
    const { password_hash } = await app.db.selectFrom('admins').selectAll().executeTakeFirstOrThrow()
    await app.db.updateTable('admins').set({ password_hash }).where('id', '=', grace.id).execute()
    const hers = { email: grace.email, password: ADMIN.password }
    await app.call(account.login, hers, { ...visitor, ...from('203.0.113.7', FIREFOX, mine) })
    expect(await warnings()).toHaveLength(3)
  })

  it('has a link that ends that session, once and no other', async () => {
    const token = await signInWith(from('198.51.100.4'))
    const [mail] = await warnings()
    const link = /http:\/\/localhost:3000\/end-session#(\S+)/.exec(mail?.text ?? '')?.[1] ?? ''
    const rows = JSON.stringify(await app.db.selectFrom('sessions').selectAll().execute())
    expect([link.length, rows.includes(link)]).toEqual([43, false])
    await app.call(sessions.endByLink, { token: link }, visitor)
    expect((await app.refusal(account.me, {}, { token })).status).toBe(401)
    await app.call(account.me, {})
    for (const gone of [link, 'unknown']) {
      const { status, message } = await app.refusal(sessions.endByLink, { token: gone }, visitor)
      expect([status, message]).toEqual([422, 'This link is no longer valid.'])
    }
  })

  it('is sent again of a browser whose session was ended by the link', async () => {
    await signInWith(from('198.51.100.4'))
    const [mail] = await warnings()
    const token = /end-session#(\S+)/.exec(mail?.text ?? '')?.[1]
    await app.call(sessions.endByLink, { token }, visitor)
    await signInWith(from('198.51.100.4'))
    expect(await warnings()).toHaveLength(2)
  })

  it('has no link once the session has ended', async () => {
    const token = await signInWith(from('198.51.100.4'))
    await app.call(account.logout, {}, { token })
    const [mail] = await warnings()
    expect(mail?.text).not.toContain('end-session')
  })
})

describe('a sign-in from a new browser', () => {
  const told = async () => (await app.call(changes.list, { page: 1 })).data
  const listen = () => {
    const heard: unknown[] = []
    app.app.bus.subscribe((event) => heard.push(event))
    return heard
  }
  const administrator = async () => (await app.call(administrators.list, {})).data[0]

  it('is told among the changes, to be read and not to be undone, and changes nothing', async () => {
    const before = await administrator()
    await signInWith(from('198.51.100.4'))
    await signInWith(from('198.51.100.4'))
    const [signedIn, ...others] = await told()
    expect(others.map(({ sentence }) => sentence)).not.toContain(signedIn?.sentence)
    expect(signedIn).toMatchObject({
      sentence: 'Administrator signed in from a new browser: Firefox on Windows',
      by: { _id: before?._id, kind: 'admin' },
      record_type: 'admins',
      record_count: 0,
      details: [],
      can_undo: false,
    })
    expect((await app.call(changes.get, { change_id: signedIn?._id })).data).toEqual([])
    const refused = await app.refusal(changes.undo, { change_id: signedIn?._id })
    expect(refused.message).toBe(CANNOT_BE_UNDONE)
    expect(await administrator()).toEqual({ ...before, last_sign_in: expect.any(String) })
    const found = await app.call(changes.list, { filters: { sentence: { value: 'new browser' } } })
    expect(found.total).toBe(1)
  })

  it('is told with a second factor once that is confirmed', async () => {
    const { secret } = (await app.call(secondFactor.totpBegin, {})).data
    const factor = await app.call(secondFactor.totpConfirm, { code: totpCode(secret, currentStep()) })
    const [code] = factor.data.recovery_codes
    const elsewhere = { ...visitor, ...from('198.51.100.4') }
    const { data } = await app.call(account.login, ADMIN, elsewhere)
    const before = (await told())[0]
    const heard = listen()
    await app.call(signIn.loginConfirm, { ticket: 'ticket' in data ? data.ticket : '', code }, elsewhere)
    const after = await told()
    expect([before?.sentence, after[0]?.sentence]).toEqual([
      'Administrator added an authenticator app to their sign-in',
      'Administrator signed in from a new browser: Firefox on Windows',
    ])
    expect(heard).toMatchObject([{ kind: 'change', change_id: after[0]?._id }])
  })

  it('reaches open windows at once', async () => {
    const heard = listen()
    await signInWith(from('198.51.100.4'))
    expect(heard).toEqual([{ kind: 'change', change_id: (await told())[0]?._id, record_types: ['admins'] }])
  })
})

describe('a proof', () => {
  const wantProof = Object.values(calls)
    .flatMap((endpoints) => Object.values(endpoints))
    .filter(({ proof }) => proof)
  const later = (minutes: number) => vi.setSystemTime(Date.now() + minutes * 60_000)
  const invite = { name: 'Grace', email: 'grace@example.com' }
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'] })
  })

  it('is asked for where the last one is older than a quarter of an hour', async () => {
    await app.call(administrators.invite, invite)
    later(PROOF_MINUTES + 1)
    for (const endpoint of wantProof) {
      const { status, message, data } = await app.refusal(endpoint, '{broken')
      expect([endpoint.path, status, message]).toEqual([endpoint.path, 403, PROOF_REQUIRED])
      expect(data).toEqual({ proof_required: ['password'] })
    }
    expect(wantProof.length).toBeGreaterThan(10)
    expect((await app.call(administrators.list, {})).total).toBe(2)
  })

  it('is the password again, and a sign-in is one', async () => {
    later(PROOF_MINUTES + 1)
    await app.refusal(administrators.invite, invite)
    const wrong = await app.refusal(sessions.prove, { password: 'no' })
    expect([wrong.status, wrong.errors]).toEqual([422, { password: ['The password is wrong.'] }])
    await app.refusal(administrators.invite, invite)
    const { token } = (await app.call(sessions.prove, { password: ADMIN.password })).data
    await app.call(administrators.invite, invite, { token })
    const other = await app.signIn()
    later(FRESH_PROOF_MINUTES + 1)
    const more = { name: 'Bo', email: 'bo@example.com' }
    for (const as of [token, other])
      expect((await app.refusal(administrators.invite, more, { token: as })).message).toBe(PROOF_REQUIRED)
    later(PROOF_MINUTES - FRESH_PROOF_MINUTES - 2)
    await app.call(sessions.end, { others: true }, { token: other })
  })

  it('is not the old password where the password is changed, as the token stays', async () => {
    later(PROOF_MINUTES + 1)
    await app.call(account.editPassword, { old_password: ADMIN.password, new_password: 'another-horse-2!' })
    expect((await app.refusal(administrators.invite, invite)).message).toBe(PROOF_REQUIRED)
    expect((await app.call(account.me, {})).data.email).toBe(ADMIN.email)
  })

  it('does not count for another session', async () => {
    const other = await app.signIn()
    later(PROOF_MINUTES + 1)
    await app.call(sessions.prove, { password: ADMIN.password })
    expect((await app.refusal(administrators.invite, invite, { token: other })).message).toBe(PROOF_REQUIRED)
  })

  it('can be tried as often as a sign-in, together with it', async () => {
    for (let tried = 0; tried < 5; tried++) {
      await app.refusal(sessions.prove, { password: 'no' })
      await app.refusal(account.login, { ...ADMIN, password: 'no' }, visitor)
    }
    expect((await app.refusal(sessions.prove, { password: ADMIN.password })).status).toBe(429)
  })

  it('that was given while the clock was ahead does not count', async () => {
    const proved_at = new Date(Date.now() + 86_400_000).toISOString()
    await app.db.updateTable('sessions').set({ proved_at }).execute()
    expect((await app.refusal(administrators.invite, invite)).message).toBe(PROOF_REQUIRED)
  })
})
