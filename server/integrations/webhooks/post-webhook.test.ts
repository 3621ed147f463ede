import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PUBLIC_ONLY, webhookPoster, whyNotThere } from './post-webhook.ts'

let server: Server
let base: string
const got: { url: string; headers: Record<string, unknown>; body: string }[] = []
beforeAll(async () => {
  server = createServer(async ({ url = '', headers }, response) => {
    const request = response.req
    let body = ''
    for await (const chunk of request) body += chunk
    got.push({ url, headers, body })
    if (url === '/silent') return
    if (url === '/moved') return response.writeHead(302, { location: '/taken' }).end()
    if (url === '/later') return response.writeHead(429, { 'retry-after': '120' }).end('slow\u0000down')
    if (url === '/date')
      return response.writeHead(503, { 'retry-after': new Date(Date.now() + 90_000).toUTCString() }).end()
    if (url === '/endless') {
      response.writeHead(500)
      const more = setInterval(() => response.write('x'.repeat(1000)), 1)
      return void response.on('close', () => clearInterval(more))
    }
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const within = webhookPoster({ privateAddresses: true, timeoutMs: 2_000 })
const outside = webhookPoster({ privateAddresses: false, timeoutMs: 2_000 })

describe('a message', () => {
  it('is taken by any answer of the two hundreds', async () => {
    expect(await within(`${base}/taken`, { 'webhook-id': 'one' }, '{"ü":1}')).toMatchObject({
      status: 204,
      problem: null,
    })
    expect(got.at(-1)).toMatchObject({
      url: '/taken',
      body: '{"ü":1}',
      headers: { 'content-type': 'application/json', 'webhook-id': 'one' },
    })
  })

  it('is not taken by a redirect, which is not followed', async () => {
    expect(await within(`${base}/moved`, {}, '{}')).toMatchObject({
      status: 302,
      problem: 'The receiver answered 302',
    })
    expect(got.at(-1)?.url).toBe('/moved')
  })

  it('that is refused says so, with the beginning of the answer and for how long to wait', async () => {
    expect(await within(`${base}/later`, {}, '{}')).toMatchObject({
      problem: 'The receiver answered 429: slow down',
      retryAfter: 120,
    })
    const { retryAfter = 0 } = await within(`${base}/date`, {}, '{}')
    expect([retryAfter > 30, retryAfter <= 91]).toEqual([true, true])
    const { problem } = await within(`${base}/endless`, {}, '{}')
    expect(problem).toBe(`The receiver answered 500: ${'x'.repeat(200)}`)
  })

  it('is given up when there is no answer', async () => {
    const impatient = webhookPoster({ privateAddresses: true, timeoutMs: 100 })
    expect(await impatient(`${base}/silent`, {}, '{}')).toMatchObject({
      status: null,
      problem: 'The receiver did not answer in time',
    })
    expect((await within('http://127.0.0.1:1/', {}, '{}')).problem).toBe('The receiver refused the connection')
    expect((await within('http://none.invalid/', {}, '{}')).problem).toMatch(/^The name of the receiver /)
  })
})

describe('an address', () => {
  it.each([
    ['of our own host', 'https://127.0.0.1/hooks'],
    ['by the name of our own host', 'https://localhost/hooks'],
    ['in a private network', 'https://10.0.0.1/hooks'],
    ['of the metadata of a cloud', 'https://169.254.169.254/hooks'],
    ['of IPv6', 'https://[::1]/hooks'],
    ['as a number', 'https://2130706433/hooks'],
    ['inside a company', 'https://erp.internal/hooks'],
    ['without encryption', 'http://example.com/hooks'],
    ['at another port', 'https://example.com:8443/hooks'],
    ['with a password', 'https://ada:secret@example.com/hooks'],
  ])('%s is refused before anything is sent', async (_where, url) => {
    expect(whyNotThere(url, { privateAddresses: false })).toBe(PUBLIC_ONLY)
    expect((await outside(url, {}, '{}')).problem).toBe(PUBLIC_ONLY)
  })

  it('whose name leads to a private one is refused when it is connected to', async () => {
    expect(whyNotThere('https://localhost.localdomain/hooks', { privateAddresses: false })).toBeUndefined()
    expect((await outside('https://localhost.localdomain/hooks', {}, '{}')).status).toBeNull()
  })

  it('may be any where receivers stand in one’s own network', () => {
    expect(whyNotThere(`${base}/hooks`, { privateAddresses: true })).toBeUndefined()
  })
})
