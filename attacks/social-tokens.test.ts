import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ownerAccount } from '#contract/owner/account.ts'
import { sha256 } from '#server/auth/tokens.ts'
import { buildTestApp, type TestApp } from '#server/testing/build-test-app.ts'

const ISSUER = 'https://accounts.example.com'

let network: Server
let keys: Awaited<ReturnType<typeof generateKeyPair>>
beforeAll(async () => {
  keys = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  network = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys: [jwk] }))
  }).listen(0, '127.0.0.1')
  await once(network, 'listening')
})
afterAll(() => {
  network.closeAllConnections()
  network.close()
})

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp({
    GOOGLE_CLIENT_ID: 'our-app',
    GOOGLE_ISSUER: ISSUER,
    GOOGLE_KEYS_URL: `http://127.0.0.1:${(network.address() as AddressInfo).port}/keys`,
  })
})
afterEach(() => app.close())

const visitor = { token: null }

let made = 0
const tokenOf = (claims: object = {}) =>
  new SignJWT({ email: 'zora@example.com', email_verified: true, jti: String(made++), ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setSubject('77')
    .setIssuer(ISSUER)
    .setAudience('our-app')
    .setExpirationTime('1h')
    .sign(keys.privateKey)

const signIn = async (id_token: string, nonce?: string) => {
  const input = { provider: 'GOOGLE', id_token, ...(nonce !== undefined && { nonce }) }
  const { statusCode, body } = await app.send(ownerAccount.signInSocial, input, visitor)
  return statusCode === 200 ? 'in' : `${statusCode} ${JSON.parse(body).message}`
}
const REFUSED = '422 The sign-in could not be verified. Please try again.'
const aNonce = async () => (await app.call(ownerAccount.socialNonce, {}, visitor)).data.nonce

describe('the token of a social network', () => {
  it('signs in once, also of three at the same moment', async () => {
    const token = await tokenOf()
    expect([await signIn(token), await signIn(token), await signIn(token)]).toEqual(['in', REFUSED, REFUSED])
    const other = await tokenOf()
    const together = await Promise.all([signIn(other), signIn(other), signIn(other)])
    expect(together.sort()).toEqual([REFUSED, REFUSED, 'in'])
    expect(await app.db.selectFrom('app_sessions').select('user_id').execute()).toHaveLength(2)
  })

  it('gives the same session to a call that is repeated with its key within a minute, and to no other', async () => {
    const id_token = await tokenOf()
    const again = async (idempotencyKey: string) =>
      (await app.send(ownerAccount.signInSocial, { provider: 'GOOGLE', id_token }, { token: null, idempotencyKey }))
        .body
    const first = await again('a key')
    expect([await again('a key'), first]).toEqual([first, expect.stringContaining('"token"')])
    expect(await again('another key')).toContain('could not be verified')
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
    expect(await again('a key')).toContain('could not be verified')
    vi.useRealTimers()
    expect(await app.db.selectFrom('app_sessions').select('user_id').execute()).toHaveLength(1)
  })

  it('signs in once, however its signature is written', async () => {
    const token = await tokenOf()
    expect(await signIn(token)).toBe('in')
    // The last character has four bits that belong to no byte.
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const last = digits[digits.indexOf(token.slice(-1)) ^ 1]
    expect([await signIn(token.slice(0, -1) + last), await signIn(`${token}=`)]).toEqual([REFUSED, REFUSED])
  })

  it.each([1, {}, ['a'], true, null])('whose subject is %j is refused in words', async (sub) => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    expect(await signIn(`${part({ alg: 'RS256', kid: 'one' })}.${part({ sub })}.AAAA`)).toBe(REFUSED)
  })

  it('that was refused for another reason is not used up', async () => {
    const token = await tokenOf()
    expect(await signIn(token, 'foreign')).toBe(REFUSED)
    expect(await signIn(token)).toBe('in')
  })
})

describe('a nonce', () => {
  it('is carried by the token, as it is or as its digest', async () => {
    const [plain, hashed] = [await aNonce(), await aNonce()]
    expect(await signIn(await tokenOf({ nonce: plain }), plain)).toBe('in')
    expect(await signIn(await tokenOf({ nonce: sha256(hashed) }), hashed)).toBe('in')
  })

  it('is one that was given here', async () => {
    expect(await signIn(await tokenOf({ nonce: 'foreign' }), 'foreign')).toBe(REFUSED)
    expect(await signIn(await tokenOf({ nonce: sha256('foreign') }), 'foreign')).toBe(REFUSED)
    const nonce = await aNonce()
    // What is kept is no nonce.
    expect(await signIn(await tokenOf({ nonce: sha256(nonce) }), sha256(nonce))).toBe(REFUSED)
  })

  it('is missing from neither the call nor the token, and the same in both', async () => {
    const [nonce, other] = [await aNonce(), await aNonce()]
    expect(await signIn(await tokenOf({ nonce }))).toBe(REFUSED)
    expect(await signIn(await tokenOf(), nonce)).toBe(REFUSED)
    expect(await signIn(await tokenOf({ nonce: other }), nonce)).toBe(REFUSED)
    expect(await signIn(await tokenOf({ nonce: '' }))).toBe(REFUSED)
  })

  it('is good once, also of two at the same moment, and for five minutes', async () => {
    const nonce = await aNonce()
    const together = await Promise.all([
      signIn(await tokenOf({ nonce }), nonce),
      signIn(await tokenOf({ nonce }), nonce),
    ])
    expect(together.sort()).toEqual([REFUSED, 'in'])
    expect(await signIn(await tokenOf({ nonce }), nonce)).toBe(REFUSED)
    const late = await aNonce()
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 301_000)
    expect(await signIn(await tokenOf({ nonce: late }), late)).toBe(REFUSED)
    vi.useRealTimers()
  })

  it('is given to one address so often only', async () => {
    await aNonce()
    const count = { count: 500 }
    await app.db.updateTable('tries').set(count).where('key', 'like', 'app-nonce:%').execute()
    expect((await app.refusal(ownerAccount.socialNonce, {}, visitor)).status).toBe(429)
    await app.call(ownerAccount.socialNonce, {}, { ...visitor, address: '203.0.113.7' })
  })
})
