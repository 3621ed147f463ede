import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { warranty } from '#contract/warranty.ts'
import { buildTestApp } from '../testing/build-test-app.ts'
import { startFakeS3 } from '../testing/fake-s3.ts'
import { watchAsked } from './asked.ts'
import { s3Files } from './files/s3.ts'
import { oidcIdentity } from './identity/oidc.ts'

let site: Server
let url: string
let respond: (response: ServerResponse) => void
beforeEach(async () => {
  site = createServer((_request, response) => respond(response)).listen(0, '127.0.0.1')
  await once(site, 'listening')
  url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/`
})
afterEach(() => {
  site.closeAllConnections()
  site.close()
})
const json = (status: number, body: unknown) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

describe('the dealer site', () => {
  it('is sorted by each answer, and named on /readyz until it answers', async () => {
    const app = await buildTestApp({ WARRANTY_URL: url })
    const check = async (answer: typeof respond) => {
      respond = answer
      await app.send(warranty.check, { serial: '123456' })
      return app.deps.troubles().map(({ about, reason }) => [about, reason])
    }
    expect(await check(json(404, {}))).toEqual([['set-up', 'the dealer site answered 404']])
    expect((await app.app.inject('/readyz')).json().conditions).toContainEqual({
      name: 'warranty_refused',
      severity: 'warning',
    })
    expect(await check(json(403, {}))).toEqual([['set-up', 'the dealer site answered 403']])
    expect(await check(json(503, {}))).toEqual([['later', 'the dealer site answered 503']])
    expect(await check(json(200, { other: [] }))).toEqual([['set-up', 'the answer does not have the agreed shape']])
    expect(await check((response) => response.writeHead(301, { location: '/login' }).end())).toEqual([
      ['set-up', expect.stringContaining('301')],
    ])
    expect(await check((response) => response.destroy())).toMatchObject([['later', expect.any(String)]])
    expect(await check(json(200, { warranty: [] }))).toEqual([])
    await app.close()
  })
})

describe('file storage', () => {
  it('that refuses us is told from one that is away, and from a file that is not there', async () => {
    const s3 = await startFakeS3('pictures')
    const { note, troubles } = watchAsked()
    const good = s3Files(s3.settings, note)
    const about = () => troubles().map(({ about, reason }) => [about, reason.split(': ')[1] ?? reason])
    expect(await good.read('avatars/none.png')).toBe(null)
    expect(about()).toEqual([])
    const wrongKey = s3Files({ ...s3.settings, accessKeyId: 'another' }, note)
    await expect(wrongKey.put('avatars/a.png', new Blob(['x']))).rejects.toMatchObject({
      status: 503,
      message: 'The file storage refuses access. Please tell the server’s operator.',
    })
    expect(about()).toEqual([['set-up', 'AccessDenied']])
    await expect(s3Files({ ...s3.settings, bucket: 'elsewhere' }, note).read('a.png')).rejects.toMatchObject({
      name: 'NoSuchBucket',
    })
    expect(about()).toEqual([['set-up', 'NoSuchBucket']])
    s3.state.failing = true
    await expect(good.put('avatars/a.png', new Blob(['x']))).rejects.toMatchObject({
      status: 503,
      message: 'The file storage cannot be reached at the moment. Please try again in a moment.',
    })
    expect(about()).toEqual([['later', 'InternalError']])
    s3.state.failing = false
    await good.put('avatars/a.png', new Blob(['x']))
    expect(about()).toEqual([])
    await s3.stop()
  })
})

describe('the keys of a social network', () => {
  it('that cannot be read are about us or the moment, a token that is wrong is about neither', async () => {
    const { publicKey, privateKey } = await generateKeyPair('RS256')
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', alg: 'RS256' }]
    const token = await new SignJWT({ email: 'zora@example.com' })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer('https://example.com')
      .setAudience('their-app')
      .setSubject('77')
      .setExpirationTime('5m')
      .sign(privateKey)
    const { note, troubles } = watchAsked()
    const check = async (answer: typeof respond) => {
      respond = answer
      const identity = oidcIdentity({ issuer: 'https://example.com', keysUrl: url, clientIds: ['our-app'] }, note)
      const { status } = (await identity(token).catch((error: { status: number }) => error)) as { status: number }
      return [status, ...troubles().map(({ about }) => about)]
    }
    expect(await check(json(404, {}))).toEqual([503, 'set-up'])
    expect(await check(json(500, {}))).toEqual([503, 'later'])
    expect(await check((response) => response.destroy())).toEqual([503, 'later'])
    expect(await check(json(200, { keys }))).toEqual([422])
  })
})
