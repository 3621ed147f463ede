import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '../app.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'

const LONG = 'x'.repeat(9000)
const METHODS = ['GET', 'HEAD'] as const
const PAGE = '<title>The page</title>'

let app: TestApp
let served: Awaited<ReturnType<typeof buildApp>>
beforeAll(async () => {
  app = await buildTestApp()
  const webFolder = join(app.dataDir, 'web')
  mkdirSync(join(webFolder, 'assets'), { recursive: true })
  for (const [name, content] of Object.entries({ 'index.html': PAGE, 'logo.svg': '<svg/>', 'assets/x.js': '1' }))
    writeFileSync(join(webFolder, name), content)
  served = await buildApp(app.deps, { version: '0', webFolder })
  await served.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await served.close()
  await app.close()
})

/** Requests exactly this address: a client would normalize it first. */
async function ask(method: string, address: string) {
  const { port } = served.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  let heard = ''
  socket.on('data', (data) => (heard += String(data)))
  socket.write(`${method} ${address} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)
  await once(socket, 'close')
  const [head = '', body = ''] = heard.split('\r\n\r\n')
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head)?.[1]
  return {
    status: Number(head.split(' ')[1]),
    type: header('content-type')?.split(';')[0],
    location: header('location'),
    length: header('content-length'),
    policy: header('content-security-policy'),
    body,
  }
}

/** Where a browser ends up after following redirects. */
async function visit(method: string, address: string) {
  const answer = await ask(method, address)
  if (answer.status !== 308) return answer
  const { pathname, search } = new URL(answer.location ?? '', 'http://x')
  return ask(method, pathname + search)
}

describe.each(METHODS)('%s of an address that is mangled', (method) => {
  it.each([
    `/${LONG}`,
    `/reset-password/${LONG}`,
    '//evil.example',
    '//evil.example/',
    '///evil.example',
    '//evil.example/%2e%2e',
    '//evil.example/..',
    '//evil.example/a.b',
    '//user@evil.example:80/',
    '/\\evil.example',
    '/%5cevil.example',
    '/%5c%5cevil.example',
    '/%2f%2fevil.example',
    '/..',
    '/../..',
    '/%2e%2e',
    '/%2e%2e%2fetc%2fpasswd',
    '/a/../b',
    '/a/%2e%2e/b',
    '/./dashboard',
    '/dashboard/.',
    '/dashboard//',
    '/%',
    '/%zz',
    '/%00',
    '/a%00b',
    '/a%0d%0ab',
    '/a;b',
    '/login.',
    '/wp-login.php',
    '/.git/config',
    '/..;/x',
    '/dashboard?a=%',
    '/?a=//b',
    '/api',
    '/API/v1/ping',
    'http://x/dashboard',
    'http://x?a=1',
    'http://x//evil.example',
  ])('shows the page of the application: %s', async (address) => {
    const { status, type, body, policy, length } = await visit(method, address)
    expect({ status, type, body }).toEqual({
      status: expect.toSatisfy((status: number) => [200, 404].includes(status)),
      type: 'text/html',
      body: method === 'GET' ? PAGE : '',
    })
    expect(policy).toContain("frame-ancestors 'none'")
    expect(length).toBe(String(PAGE.length))
  })

  it.each([
    '/api/',
    '/api/v1',
    '/api/v1/',
    '/api/v1/none',
    '/api/v1/%zz',
    '/api/v1/%00',
    `/api/v1/${LONG}`,
    '/api//v1//none',
    '/api/v1/../../x',
    '/api/v1/%2e%2e/x',
    '/app/v1/x',
    '/app/v1/%',
    '/files/',
    '/files/%',
    '/files/../x',
    '/files/%2e%2e/x',
    `/files/${LONG}`,
    '/assets/',
    '/assets/none.js',
    '/assets/%',
    '/assets/../index.html',
    '/assets/%2e%2e/index.html',
    '/assets/%2e%2e%2findex.html',
    '/assets/x.js/',
    `/assets/${LONG}`,
  ])('says in JSON that there is nothing, where no person looks: %s', async (address) => {
    const { status, type, body } = await ask(method, address)
    expect([status, type]).toEqual([404, 'application/json'])
    if (method === 'GET')
      expect(JSON.parse(body)).toEqual({ code: 'not_found', message: expect.stringContaining('There is no') })
  })
})

it('An address leads to no other site', async () => {
  for (const address of [
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'http://evil.example//x',
  ]) {
    const { location = '/' } = await ask('GET', address)
    expect([address, new URL(location, 'http://x').host]).toEqual([address, 'x'])
  }
})

it('An address that names the host, as proxies are asked, is answered and not sent on to itself', async () => {
  expect(await ask('GET', 'http://x/dashboard')).toMatchObject({ status: 200, body: PAGE })
})

it('A missing file at the root is 404, a page that only the application knows is not', async () => {
  for (const address of ['/sitemap.xml', '/favicon.ico', '/.well-known/x', '/index.html'])
    expect([address, (await ask('GET', address)).status]).toEqual([address, 404])
  expect((await ask('GET', '/nothing')).status).toBe(200)
  expect(await ask('GET', '/logo.svg')).toMatchObject({ status: 200, type: 'image/svg+xml', body: '<svg/>' })
})

it('HEAD is told the length that GET is told, or none', async () => {
  const addresses = [
    '/',
    '/logo.svg',
    '/assets/x.js',
    '/api/v1/ping',
    '/api/v1/none',
    '/healthz',
    '/readyz',
    '/api/v1/openapi.json',
    '/files/none',
  ]
  for (const address of addresses) {
    const [get, head] = [await ask('GET', address), await ask('HEAD', address)]
    expect([address, head.status, [undefined, get.length].includes(head.length)]).toEqual([address, get.status, true])
  }
  expect((await ask('HEAD', '/api/v1/ping')).length).toBeUndefined()
})
