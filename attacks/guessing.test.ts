import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { sessions } from '#contract/sign-in.ts'
import { ADMIN, API_KEY, buildTestApp, type TestApp } from '#server/testing/build-test-app.ts'
import { addAnotherAdmin } from '#server/testing/people.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

const visitor = { token: null }
const OWNER = { name: 'Grace Hopper', email: 'grace@example.com', password: 'flow-matic-1!' }
const NEW = 'quite-another-2?'

/** A call from an address, with headers of the sender's choice. */
const post = (to: Endpoint, payload: object, headers: object = {}, from = '203.0.113.9', server = app) =>
  server.app.inject({
    method: 'POST',
    url: addressOf(to),
    headers: { 'x-api-key': API_KEY, ...headers },
    payload,
    remoteAddress: from,
  })

/** The same address as different people and programs write it. */
const spellings = (email: string) => [
  email,
  email.toUpperCase(),
  ` ${email}`,
  `${email} `,
  `\t${email}\n`,
  email.replace('@', '@').replace(/^./, (first) => first.toUpperCase()),
  `\u00a0${email}\u3000`,
  `\ufeff${email}`,
  email.replace('example', 'EXAMPLE'),
  `\r\n${email}`,
]

const forged = (place: number) => ({
  'x-forwarded-for': `198.51.100.${place}, 10.0.0.${place}`,
  forwarded: `for=198.51.100.${place};proto=https`,
  'x-real-ip': `198.51.100.${place}`,
  'client-ip': `198.51.100.${place}`,
  'cf-connecting-ip': `198.51.100.${place}`,
  'true-client-ip': `198.51.100.${place}`,
})

const wrongTries: [string, Endpoint, (email: string) => object][] = [
  ['the login', account.login, (email) => ({ email, password: 'no' })],
  [
    'the reset by code',
    account.resetPassword,
    (email) => ({ email, otp: '0000', new_password: NEW, confirm_password: NEW }),
  ],
  ["the owners' sign-in", ownerAccount.signIn, (email) => ({ email, password: 'no' })],
  [
    "the owners' change of a password",
    ownerAccount.changePassword,
    (email) => ({ email, old_password: 'no', new_password: NEW }),
  ],
  [
    "the owners' reset by code",
    ownerAccount.resetPassword,
    (email) => ({ email, otp: '0000', new_password: NEW, confirm_password: NEW }),
  ],
  ["the confirmation of an owner's address", ownerAccount.confirmEmail, (email) => ({ email, otp: '0000' })],
]
/** Attempts are counted for each code, so that a stranger's do not count against the right one. */
const isOfCode = ([, { path }]: (typeof wrongTries)[number]) => /reset_password|confirm_email/.test(path)
const asking: typeof wrongTries = [
  ['asking for codes', account.forgotPassword, (email) => ({ email })],
  ['asking for codes in the app', ownerAccount.forgotPassword, (email) => ({ email })],
  ['asking for confirmations', ownerAccount.sendConfirmation, (email) => ({ email })],
]
const registering: typeof wrongTries = [['registering', ownerAccount.register, (email) => ({ ...OWNER, email })]]

describe('who guesses at one account', () => {
  it.each([...wrongTries.filter((one) => !isOfCode(one)), ...registering])(
    'is stopped after ten tries at %s, however the address is written and wherever it comes from',
    async (_what, to, fields) => {
      for (const [place, email] of spellings(ADMIN.email).entries()) {
        const { statusCode } = await post(
          to,
          { ...fields(email), account: place, address: place },
          forged(place),
          `203.0.113.${place}`,
        )
        expect([200, 422], `${email}`).toContain(statusCode)
      }
      const stopped = await post(to, fields(ADMIN.email), forged(99), '203.0.113.99')
      expect([stopped.statusCode, Number(stopped.headers['retry-after']) > 0]).toEqual([429, true])
    },
  )

  it('is stopped as well when the tries come all at once', async () => {
    const tries = await Promise.all(
      Array.from({ length: 25 }, (_, place) =>
        post(account.login, { ...ADMIN, password: `no-${place}` }, {}, `203.0.113.${place}`),
      ),
    )
    expect(tries.filter(({ statusCode }) => statusCode === 422)).toHaveLength(10)
  })

  it('has ten tries at a secret, whichever calls they are made with', async () => {
    const calls: [string, [Endpoint, object][], Record<string, string>][] = [
      [
        OWNER.email,
        [
          [ownerAccount.signIn, { email: OWNER.email, password: 'no' }],
          [ownerAccount.changePassword, { email: OWNER.email, old_password: 'no', new_password: NEW }],
        ],
        {},
      ],
      [
        ADMIN.email,
        [
          [account.login, { email: ADMIN.email, password: 'no' }],
          [account.editPassword, { old_password: 'no', new_password: NEW }],
          [sessions.prove, { password: 'no' }],
        ],
        { token: app.token },
      ],
    ]
    await post(ownerAccount.register, OWNER)
    for (const [who, ways, headers] of calls) {
      const statuses = []
      for (let tried = 0; tried < 12; tried++) {
        const [to, fields] = ways[tried % ways.length] ?? []
        if (to && fields) statuses.push((await post(to, fields, headers, `203.0.113.${tried}`)).statusCode)
      }
      expect([who, statuses]).toEqual([who, [...Array(10).fill(422), 429, 429]])
    }
  })

  it('does not keep its owner out of where that owner has recently signed in, who has ten tries there as well', async () => {
    const home = '198.51.100.1'
    expect((await post(account.login, ADMIN, {}, home)).statusCode).toBe(200)
    const guess = (from: string) => post(account.login, { ...ADMIN, password: 'no' }, {}, from)
    for (let tried = 0; tried < 11; tried++) await guess(`203.0.113.${tried}`)
    expect((await post(account.login, ADMIN, {}, '203.0.113.99')).statusCode).toBe(429)
    expect((await post(account.login, ADMIN, {}, home)).statusCode).toBe(200)
    // Signing in at home gives strangers no further attempts.
    expect((await guess('203.0.113.99')).statusCode).toBe(429)
    for (let tried = 0; tried < 10; tried++) expect((await guess(home)).statusCode).toBe(422)
    expect((await post(account.login, ADMIN, {}, home)).statusCode).toBe(429)
  })

  it('does not keep its owner from asking for a code there, nor is known there as an owner of the same address', async () => {
    const [home, strangers] = ['198.51.100.1', '198.51.100.2']
    expect((await post(account.login, ADMIN, {}, home)).statusCode).toBe(200)
    await post(ownerAccount.register, { ...OWNER, email: ADMIN.email }, {}, strangers)
    expect((await post(ownerAccount.signIn, { ...OWNER, email: ADMIN.email }, {}, strangers)).statusCode).toBe(200)
    const ask = async (from: string) =>
      (await post(account.forgotPassword, { email: ADMIN.email }, {}, from)).statusCode
    for (let asked = 0; asked < 60; asked++) await ask(`203.0.113.${asked}`)
    expect([await ask('203.0.113.99'), await ask(strangers), await ask(home)]).toEqual([429, 429, 200])
    for (let asked = 1; asked < 10; asked++) expect(await ask(home)).toBe(200)
    expect(await ask(home)).toBe(429)
  })

  it('keeps its owner out of where that owner has not signed in for thirty days', async () => {
    const home = '198.51.100.1'
    expect((await post(account.login, ADMIN, {}, home)).statusCode).toBe(200)
    const long = new Date(Date.now() - 31 * 86_400_000).toISOString()
    await app.db.updateTable('known_addresses').set({ used_at: long }).execute()
    for (let tried = 0; tried < 10; tried++) await post(account.login, { ...ADMIN, password: 'no' })
    expect((await post(account.login, ADMIN, {}, home)).statusCode).toBe(429)
  })

  it('cannot start again by guessing right at another account', async () => {
    await post(ownerAccount.register, OWNER)
    for (let tried = 0; tried < 10; tried++) {
      await post(account.login, { ...ADMIN, password: 'no' })
      await post(ownerAccount.signIn, OWNER)
    }
    expect((await post(account.login, ADMIN)).statusCode).toBe(429)
  })
})

describe('the very browser that was always used', () => {
  it('is not kept out by a stranger when its address has changed, nor from asking for a code', async () => {
    const known = { 'x-browser-id': 'the-browser-of-ada-0001' }
    expect((await post(account.login, ADMIN, known, '198.51.100.7')).statusCode).toBe(200)
    for (let tried = 0; tried < 12; tried++) {
      await post(account.login, { email: ADMIN.email, password: 'no' }, {}, '198.51.100.8')
      await post(account.forgotPassword, { email: ADMIN.email }, {}, '198.51.100.8')
    }
    expect((await post(account.login, ADMIN, {}, '198.51.100.8')).statusCode).toBe(429)
    expect(
      (await post(account.login, ADMIN, { 'x-browser-id': 'guessed-browser-id-01' }, '198.51.100.8')).statusCode,
    ).toBe(429)
    expect((await post(account.login, ADMIN, known, '198.51.100.8')).statusCode).toBe(200)
    expect((await post(account.forgotPassword, { email: ADMIN.email }, known, '198.51.100.8')).statusCode).toBe(200)
  })
})

describe('a common password', () => {
  it.each(['password1!', 'Password1!', 'P@ssw0rd', 'P@ssw0rd1', '1qaz2wsx!', 'abcd1234!', 'qwerty123!', '1qaz@WSX'])(
    'is refused on its field: %s',
    async (new_password) => {
      const old_password = ADMIN.password
      const { status, errors } = await app.refusal(account.editPassword, { old_password, new_password })
      expect([status, errors]).toEqual([
        422,
        { new_password: ['This password is too common. Please choose another one.'] },
      ])
    },
  )
})

describe('a mailed code', () => {
  const BROWSER = { 'x-browser-id': 'the-browser-of-ada-0001' }
  const wrong = { email: ADMIN.email, otp: '0000', new_password: NEW, confirm_password: NEW }
  const ask = async (headers: object, from: string) =>
    (await post(account.forgotPassword, { email: ADMIN.email }, headers, from)).statusCode
  const codeNow = async () => {
    await app.runJobs()
    return app.mails.map(({ text }) => /is (\d{6})/.exec(text)?.[1]).findLast(Boolean) ?? ''
  }
  const reset = async (otp: string, headers: object, from: string) =>
    (await post(account.resetPassword, { ...wrong, otp }, headers, from)).statusCode

  it('works from an unknown place, at the very address of a stranger who asks and guesses without end', async () => {
    const stranger = '198.51.100.8'
    for (let asked = 0; asked < 10; asked++) expect(await ask({}, stranger)).toBe(200)
    expect(await ask({}, stranger)).toBe(429)
    for (let tried = 0; tried < 60; tried++) await reset('000000', {}, stranger)
    expect(await reset('000000', {}, stranger)).toBe(429)
    expect(await ask(BROWSER, '198.51.100.9')).toBe(200)
    for (let tried = 0; tried < 5; tried++) await reset('000000', {}, '198.51.100.10')
    expect(await reset(await codeNow(), BROWSER, stranger)).toBe(200)
  })

  it('has five tries for the browser that asked, and three for all others', async () => {
    const HERE = '198.51.100.9'
    const OTHER = { 'x-browser-id': 'another-browser-0001' }
    for (const [headers, tries] of [
      [OTHER, 3],
      [{}, 3],
      [BROWSER, 5],
    ] as const) {
      await ask(BROWSER, HERE)
      const code = await codeNow()
      for (let tried = 0; tried < tries; tried++) expect(await reset('000000', headers, HERE)).toBe(422)
      expect(await reset(code, headers, HERE)).toBe(422)
      expect(await reset(code, BROWSER, HERE)).toBe(headers === BROWSER ? 422 : 200)
    }
  })

  it('counts no try that was refused: the tries of an address are not used up at one account', async () => {
    for (let tried = 0; tried < 60; tried++) await post(account.login, { ...ADMIN, password: 'no' }, {}, '198.51.100.8')
    const colleague = { email: 'colleague@example.com', password: 'no' }
    expect((await post(account.login, colleague, {}, '198.51.100.8')).statusCode).toBe(422)
  })

  it('and a password work on an owner’s device that has signed in, whatever strangers try', async () => {
    const PHONE = { 'x-browser-id': 'the-phone-of-grace-001' }
    await post(ownerAccount.register, OWNER)
    expect((await post(ownerAccount.signIn, OWNER, PHONE, '198.51.100.7')).statusCode).toBe(200)
    for (let tried = 0; tried < 12; tried++) {
      await post(ownerAccount.signIn, { ...OWNER, password: 'no' }, {}, `203.0.113.${tried}`)
      for (let asked = 0; asked < 6; asked++)
        await post(ownerAccount.forgotPassword, { email: OWNER.email }, {}, `203.0.113.${tried}`)
    }
    const elsewhere = '198.51.100.99'
    expect((await post(ownerAccount.signIn, OWNER, {}, elsewhere)).statusCode).toBe(429)
    expect((await post(ownerAccount.forgotPassword, { email: OWNER.email }, {}, elsewhere)).statusCode).toBe(429)
    expect((await post(ownerAccount.signIn, OWNER, PHONE, elsewhere)).statusCode).toBe(200)
    expect((await post(ownerAccount.forgotPassword, { email: OWNER.email }, PHONE, elsewhere)).statusCode).toBe(200)
  })
})

describe('who guesses at many accounts', () => {
  it.each(asking)('is stopped at %s after ten, whatever is said to have been forwarded', async (_what, to, fields) => {
    const statuses = []
    for (let place = 0; place < 12; place++)
      statuses.push((await post(to, fields(`user${place}@example.com`), forged(place))).statusCode)
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429])
  })

  it.each([...wrongTries, ...registering])(
    'is stopped at %s after fifty, whatever is said to have been forwarded',
    async (_what, to, fields) => {
      // Nobody needs fifty hashes to see that.
      await app.db
        .insertInto('tries')
        .values(
          ['guess', 'forgot', 'app-guess', 'app-register', 'app-forgot'].map((action) => ({
            key: `${action}:address:203.0.113.9`,
            count: 49,
            window_ends_at: new Date(Date.now() + 60_000).toISOString(),
          })),
        )
        .execute()
      const statuses = []
      for (let place = 0; place < 3; place++) {
        statuses.push((await post(to, fields(`user${place}@example.com`), forged(place))).statusCode)
      }
      expect([
        [200, 429, 429],
        [422, 429, 429],
      ]).toContainEqual(statuses)
    },
  )

  it('is one and the same for all addresses of an IPv6 network', async () => {
    for (let place = 0; place < 50; place++) {
      await post(
        account.login,
        { email: `user${place}@example.com`, password: 'no' },
        {},
        `2001:db8:1:2::${place.toString(16)}`,
      )
    }
    expect((await post(account.login, ADMIN, {}, '2001:db8:1:2:ffff::1')).statusCode).toBe(429)
    expect((await post(account.login, ADMIN, {}, '2001:db8:1:3::1')).statusCode).toBe(200)
  })
})

describe('behind one proxy', () => {
  it('is one address, whichever port the proxy writes behind it', async () => {
    const behind = await buildTestApp({ TRUST_PROXY: '1' })
    const tries = []
    for (let port = 0; port < 55; port++) {
      const from = { 'x-forwarded-for': port % 2 ? `198.51.100.1:${5000 + port}` : '198.51.100.1' }
      tries.push(
        (await post(account.login, { email: `nobody${port}@example.com`, password: 'no' }, from, '10.0.0.1', behind))
          .statusCode,
      )
    }
    expect([tries.slice(0, 50).includes(429), tries.slice(50)]).toEqual([false, Array(5).fill(429)])
    await behind.close()
  })

  it('counts the address that the proxy saw, and none that the caller put before it', async () => {
    const behind = await buildTestApp({ TRUST_PROXY: '1' })
    const from = (caller: string, made: string) =>
      post(
        account.login,
        { email: `${made}@example.com`, password: 'no' },
        { ...forged(7), 'x-forwarded-for': `${made}, ${caller}` },
        '10.0.0.1',
        behind,
      )
    for (let place = 0; place < 50; place++) await from('203.0.113.9', `198.51.100.${place}`)
    expect((await from('203.0.113.9', '198.51.100.99')).statusCode).toBe(429)
    expect((await from('203.0.113.10', '198.51.100.99')).statusCode).toBe(422)
    await behind.close()
  })
})

describe('who wants to know which accounts exist', () => {
  it.each(wrongTries)('reads the same words at %s either way', async (_what, to, fields) => {
    await post(ownerAccount.register, OWNER)
    const known = to.owner ? OWNER.email : ADMIN.email
    const [one, other] = [await post(to, fields(known)), await post(to, fields('nobody@example.com'))]
    expect([one.statusCode, one.body]).toEqual([other.statusCode, other.body])
    expect(Object.keys(one.headers)).toEqual(Object.keys(other.headers))
  })

  it.each([
    ['the login', account.login, ADMIN.email],
    ['the login of somebody who was deactivated', account.login, 'zora@example.com'],
    ["the owners' sign-in", ownerAccount.signIn, OWNER.email],
  ] as const)('learns nothing from the time that %s takes', async (_what, to, known) => {
    await post(ownerAccount.register, OWNER)
    const { password_hash } = await app.db.selectFrom('admins').select('password_hash').executeTakeFirstOrThrow()
    const { id } = await addAnotherAdmin(app, 'Zora')
    await app.db.updateTable('admins').set({ password_hash, status: 'INACTIVE' }).where('id', '=', id).execute()
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
    const timed = async (kind: keyof typeof times, email: string) => {
      await app.db.deleteFrom('tries').execute()
      const start = performance.now()
      await post(to, { email, password: 'not-the-password-1!' })
      times[kind].push(performance.now() - start)
    }
    for (let round = 0; round < 15; round++) {
      await timed('known', known)
      await timed('unknown', `nobody${round}@example.com`)
    }
    const median = (values: number[]) => values.sort((one, other) => one - other)[7] ?? 0
    const ratio = median(times.known) / median(times.unknown)
    // Without the check it would be ten times as fast.
    expect(ratio).toBeGreaterThan(0.5)
    expect(ratio).toBeLessThan(2)
  })
})

describe('who guesses at a code', () => {
  const reset = (otp: unknown) =>
    post(account.resetPassword, { email: ADMIN.email, otp, new_password: NEW, confirm_password: NEW })

  it('has five tries at each, also written in other ways', async () => {
    await app.call(account.forgotPassword, { email: ADMIN.email }, visitor)
    await app.runJobs()
    const code = /is (\d{6})/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? ''
    const wrong = code === '000000' ? '111111' : '000000'
    for (const otp of [wrong, ` ${wrong}`, `${wrong}\n`, wrong, wrong]) expect((await reset(otp)).statusCode).toBe(422)
    expect((await reset(code)).statusCode).toBe(422)
  })

  it('cannot try several at once, nor anything that is no text of digits', async () => {
    await app.call(account.forgotPassword, { email: ADMIN.email }, visitor)
    await app.runJobs()
    const code = /is (\d{6})/.exec(app.mails.at(-1)?.text ?? '')?.[1] ?? ''
    for (const otp of [
      [code],
      [code, '000000'],
      { $ne: '' },
      true,
      null,
      `${code.slice(0, 5)}%`,
      '______',
      Number(code),
    ]) {
      expect((await reset(otp)).statusCode, `${JSON.stringify(otp)}`).toBe(422)
    }
    expect((await reset(code)).statusCode).toBe(200)
  })
})
