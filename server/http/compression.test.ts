import zlib, { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addressOf } from '#contract/endpoint.ts'
import { content } from '#contract/owner/content.ts'
import { years } from '#contract/years.ts'
import { API_KEY, buildTestApp, type TestApp } from '../testing/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
  for (let year = 1990; year < 2020; year++) await app.call(years.add, { name: String(year) })
})
afterAll(() => app.close())

const read = (headers: Record<string, string>, method: 'GET' | 'HEAD' = 'GET', query = '') =>
  app.app.inject({ method, url: addressOf(content.years) + query, headers: { 'x-api-key': API_KEY, ...headers } })

describe('answers', () => {
  it('are compressed as the caller can read them', async () => {
    const plain = await read({})
    expect([plain.headers['content-encoding'], plain.headers.etag]).toEqual([undefined, expect.stringMatching(/^"/)])
    const brotli = await read({ 'accept-encoding': 'gzip, deflate, br' })
    expect(brotli.headers).toMatchObject({ 'content-encoding': 'br', vary: 'x-api-key, accept-encoding' })
    expect(brotliDecompressSync(brotli.rawPayload).toString()).toBe(plain.body)
    const gzip = await read({ 'accept-encoding': 'gzip' })
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(plain.body)
    expect(gzip.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  })

  it('are left as they are when they are small or the caller wants so', async () => {
    expect((await read({ 'accept-encoding': 'br' }, 'GET', '?page=1&per_page=2')).headers['content-encoding']).toBe(
      undefined,
    )
    expect((await read({ 'accept-encoding': 'identity' })).headers['content-encoding']).toBe(undefined)
  })

  it('keep their tag, weak where the bytes differ, and are 304 for either', async () => {
    const { etag: strong = '' } = (await read({})).headers
    const { etag: weak = '' } = (await read({ 'accept-encoding': 'br' })).headers
    expect(weak).toBe(`W/${String(strong)}`)
    for (const tag of [strong, weak]) {
      const same = await read({ 'accept-encoding': 'br', 'if-none-match': String(tag) })
      expect([same.statusCode, same.body, same.headers['content-encoding']]).toEqual([304, '', undefined])
    }
  })

  it('have no body for HEAD', async () => {
    const head = await read({ 'accept-encoding': 'br' }, 'HEAD')
    expect([head.statusCode, head.body]).toEqual([200, ''])
  })

  it('of the back-office are compressed too', async () => {
    const headers = { 'x-api-key': API_KEY, token: app.token, 'content-type': 'application/json' }
    const url = `${addressOf(years.list)}?platform=web`
    const list = await app.app.inject({
      method: 'POST',
      url,
      headers: { ...headers, 'accept-encoding': 'br' },
      payload: '{}',
    })
    expect(JSON.parse(brotliDecompressSync(list.rawPayload).toString()).total).toBe(30)
  })

  it.each(['/api/v1/openapi.json', '/api/docs/js/scalar.js'])('of the docs are too: %s', async (url) => {
    const plain = await app.app.inject({ url })
    const zipped = await app.app.inject({ url, headers: { 'accept-encoding': 'br' } })
    expect([zipped.statusCode, zipped.headers['content-encoding']]).toEqual([200, 'br'])
    expect(zipped.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(brotliDecompressSync(zipped.rawPayload).equals(plain.rawPayload)).toBe(true)
  })

  it('of the docs: the description of the calls is made once, and not sent again to whoever has it', async () => {
    const url = '/api/v1/openapi.json'
    const first = await app.app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
    const { etag } = first.headers
    const streams = [vi.spyOn(zlib, 'createBrotliCompress'), vi.spyOn(zlib, 'createGzip')]
    const again = await app.app.inject({ url, headers: { 'if-none-match': String(etag) } })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
    expect((await app.app.inject({ url, headers: { 'if-none-match': '"other"' } })).statusCode).toBe(200)
    for (const stream of streams) expect(stream).not.toHaveBeenCalled()
  })

  it.each(['/api/v1/openapi.json', '/app/v1/openapi.json'])(
    'of the docs can be named to whoever helps: %s',
    async (url) => {
      const { etag, ...headers } = (await app.app.inject({ url })).headers
      const known = await app.app.inject({ url, headers: { 'if-none-match': String(etag) } })
      const ids = [headers['request-id'], known.headers['request-id']]
      expect([known.statusCode, new Set(ids.map(String)).size]).toEqual([304, 2])
      expect(ids).toEqual([expect.any(String), expect.any(String)])
    },
  )

  it('of the docs: their script of four megabytes is not compressed for each caller', async () => {
    const ask = (encodings: string) =>
      app.app.inject({ url: '/api/docs/js/scalar.js', headers: { 'accept-encoding': encodings } })
    const streams = [vi.spyOn(zlib, 'createBrotliCompress'), vi.spyOn(zlib, 'createGzip')]
    const [first, second, gzip, refused, plain] = await Promise.all(
      ['gzip, br', 'br', 'gzip', 'br;q=0', 'identity'].map(ask),
    )
    for (const stream of streams) expect(stream).not.toHaveBeenCalled()
    const encodings = [first, second, gzip, refused, plain].map((answer) => answer?.headers['content-encoding'])
    expect(encodings).toEqual(['br', 'br', 'gzip', undefined, undefined])
    expect(first?.headers).toMatchObject({
      vary: 'accept-encoding',
      'content-length': String(first?.rawPayload.length),
    })
    const script = plain?.rawPayload ?? Buffer.alloc(0)
    expect(brotliDecompressSync(second?.rawPayload ?? '').equals(script)).toBe(true)
    expect(gunzipSync(gzip?.rawPayload ?? '').equals(script)).toBe(true)
    vi.restoreAllMocks()
  })
})
