import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { oidcIdentity } from './oidc.ts'

let network: Server
let keys: Awaited<ReturnType<typeof generateKeyPair>>
let keysUrl: string

beforeEach(async () => {
  keys = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  network = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ keys: [jwk] }))
  }).listen(0, '127.0.0.1')
  await once(network, 'listening')
  keysUrl = `http://127.0.0.1:${(network.address() as AddressInfo).port}/keys`
})
afterEach(() => {
  network.closeAllConnections()
  network.close()
})

const source = () => ({ issuer: 'https://accounts.example.com', keysUrl, clientIds: ['our-app', 'our-other-app'] })
const good = { sub: '77', email: 'zora@example.com', email_verified: true, name: 'Zora Neale' }

type Made = { claims?: object; issuer?: string; audience?: string; expires?: string; key?: CryptoKey }
const token = ({ claims = good, issuer = source().issuer, audience = 'our-app', expires = '5m', key }: Made = {}) =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'one' })
    .setIssuer(issuer)
    .setAudience(audience)
    .setExpirationTime(expires)
    .sign(key ?? keys.privateKey)

describe('an OpenID token', () => {
  it('says who it is, once signature, issuer, audience and time are right', async () => {
    const check = oidcIdentity(source())
    expect(await check(await token())).toMatchObject({ subject: '77', email: 'zora@example.com', name: 'Zora Neale' })
    const apple = { sub: '78', email: 'x@example.com', email_verified: 'true' }
    expect(await check(await token({ claims: apple }))).toMatchObject({
      subject: '78',
      email: 'x@example.com',
      name: '',
    })
    expect(await check(await token({ issuer: 'accounts.example.com' }))).toMatchObject({ subject: '77' })
    for (const made of [{ audience: 'our-other-app' }, { expires: '-20s' }])
      expect(await check(await token(made))).toMatchObject({ subject: '77' })
  })

  it('tells its nonce and how long it is valid', async () => {
    const one = await token({ claims: { ...good, nonce: 'once' } })
    const { nonce, token: known } = await oidcIdentity(source())(one)
    expect([nonce, known?.key]).toEqual(['once', expect.stringMatching(/^[0-9a-f]{64}$/)])
    expect(Date.parse(known?.expiresAt ?? '') - Date.now()).toBeGreaterThan(200_000)
  })

  it.each<[string, Made]>([
    ['another app', { audience: 'their-app' }],
    ['another issuer', { issuer: 'https://accounts.example.org' }],
    ['a time that is over', { expires: '-1m' }],
    ['an address that is not verified', { claims: { ...good, email_verified: false } }],
    ['no address', { claims: { sub: '77' } }],
    ['no subject', { claims: { ...good, sub: undefined } }],
  ])('of %s is refused', async (_what, made) => {
    await expect(oidcIdentity(source())(await token(made))).rejects.toMatchObject({ status: 422 })
  })

  it('is refused when another key signed it, when none did, and when it is no token', async () => {
    const check = oidcIdentity(source())
    const { privateKey } = await generateKeyPair('RS256')
    await expect(check(await token({ key: privateKey }))).rejects.toMatchObject({ status: 422 })
    const [, payload] = (await token()).split('.')
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`
    await expect(check(unsigned)).rejects.toMatchObject({ status: 422 })
    await expect(check('no token')).rejects.toMatchObject({ status: 422 })
  })

  it('cannot be checked while the network does not answer, which is a 503', async () => {
    const check = oidcIdentity({ ...source(), keysUrl: 'http://127.0.0.1:1/keys' })
    await expect(check(await token())).rejects.toMatchObject({ status: 503 })
  })
})
