import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { PassThrough, Writable } from 'node:stream'
import Fastify from 'fastify'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { appImages } from '#contract/app-images.ts'
import { addressOf } from '#contract/endpoint.ts'
import { manuals } from '#contract/manuals.ts'
import { years } from '#contract/years.ts'
import { buildApp } from '../app.ts'
import { API_KEY, buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { waitFor } from '../testing/wait-for.ts'
import { watchConnections } from './connections.ts'

let app: TestApp
let port: number

async function start() {
  app = await buildTestApp()
  await app.app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.app.server.address() as AddressInfo).port
}

/** A connection that has sent this; `heard` is what came back, `closed` whether it has ended. */
async function open(sent: string) {
  const socket = connect(port, '127.0.0.1')
  const state = { socket, heard: '', closed: false }
  socket.on('data', (data) => (state.heard += data)).on('error', () => {})
  socket.on('close', () => (state.closed = true))
  await once(socket, 'connect')
  socket.write(sent)
  return state
}

const head = (...lines: string[]) => `${lines.join('\r\n')}\r\n\r\n`
const PING = head('GET /api/v1/ping HTTP/1.1', 'Host: x')
const BODY = JSON.stringify({ page: 1 })
const listYears = () =>
  head(
    `POST ${addressOf(years.list)} HTTP/1.1`,
    'Host: x',
    `x-api-key: ${API_KEY}`,
    `token: ${app.token}`,
    'Content-Type: application/json',
    `Content-Length: ${BODY.length}`,
    'Expect: 100-continue',
  )

describe('a server that stops', () => {
  beforeEach(start)
  afterEach(() => app.close())

  it('waits for no connection without a whole request, and lets a request go on whose body still arrives', async () => {
    const silent = await open('')
    const half = await open('GET / HTTP/1.1\r\nHost:')
    const kept = await open(PING)
    await waitFor(() => expect(kept.heard).toContain('204'))
    const underWay = await open(listYears() + BODY.slice(0, 4))
    await waitFor(() => expect(underWay.heard).toContain('100 Continue'))

    const closing = app.app.close()
    await waitFor(() => expect([silent, half, kept].map(({ closed }) => closed)).toEqual([true, true, true]))
    expect(underWay.closed).toBe(false)
    underWay.socket.write(BODY.slice(4))
    await closing
    await waitFor(() => expect(underWay.closed).toBe(true))
    expect(underWay.heard).toMatch(/HTTP\/1.1 200 OK[^]*connection: close/i)
  })

  it('answers what reaches it over a connection whose answer had begun, and closes that after saying so', async () => {
    const served = Fastify({ return503OnClosing: false })
    watchConnections(served, {})
    const answer = new PassThrough()
    served.get('/long', (_request, reply) => reply.send(answer))
    served.get('/short', () => ({ answered: true }))
    await served.listen({ host: '127.0.0.1', port: 0 })
    port = (served.server.address() as AddressInfo).port
    const caller = await open(head('GET /long HTTP/1.1', 'Host: x'))
    answer.write('begun')
    await waitFor(() => expect(caller.heard).toContain('begun'))
    const closing = served.close()
    await waitFor(() => expect(served.server.listening).toBe(false))
    caller.socket.write(head('GET /short HTTP/1.1', 'Host: x'))
    await once(served.server, 'request')
    answer.end()
    await closing
    await waitFor(() => expect(caller.closed).toBe(true))
    const [, , second = ''] = caller.heard.split('HTTP/1.1 200 ')
    expect(second).toMatch(/connection: close/i)
    expect(second).toContain('{"answered":true}')
  })

  it('closes its port first, and ends each connection that was kept with its next answer or once it has been idle for long', async () => {
    const [used, unused] = [await open(PING), await open(PING)]
    await waitFor(() =>
      expect([used.heard, unused.heard]).toEqual([expect.stringContaining('204'), expect.stringContaining('204')]),
    )
    app.app.leaving.begin()
    let hasTold = false
    const told = app.app.leaving.told().then(() => (hasTold = true))
    await waitFor(() => expect(app.app.server.listening).toBe(false))
    await expect(open(PING)).rejects.toThrow('ECONNREFUSED')
    expect([used.closed, unused.closed]).toEqual([false, false])
    used.socket.write(PING)
    await waitFor(() => expect(used.closed).toBe(true))
    expect(used.heard).toMatch(/204[^]*204[^]*connection: close/i)
    expect([hasTold, unused.closed]).toEqual([false, false])
    await told
    await waitFor(() => expect(unused.closed).toBe(true))
  })

  it('is not ready from the moment that it is told, but still answers, and keeps connections while its port is open', async () => {
    app.app.leaving.begin()
    const kept = await open(head('GET /readyz HTTP/1.1', 'Host: x'))
    await waitFor(() => expect(kept.heard).toContain('HTTP/1.1 503'))
    expect(kept.heard).toContain('{"status":"stopping","database":"ok"')
    kept.socket.write(PING)
    await waitFor(() => expect(kept.heard).toContain('204'))
    expect([kept.closed, kept.heard]).toEqual([false, expect.not.stringMatching(/connection: close/i)])
  })
})

describe('a request that is malformed', () => {
  beforeAll(start)
  afterAll(() => app.close())

  const malformed: [string, string, number][] = [
    ['no HTTP', 'HELLO\r\n\r\n', 400],
    ['no host', head('GET / HTTP/1.1'), 400],
    ['an unknown expectation', head('GET /none.txt HTTP/1.1', 'Host: x', 'Expect: wonders'), 404],
    ['an empty host', head('GET / HTTP/1.1', 'Host:'), 400],
    ['a list of hosts', head('GET / HTTP/1.1', 'Host: a, b'), 400],
    ['a list of hosts without a space', head('GET / HTTP/1.0', 'Host: a,b'), 400],
    ['a host with a path', head('GET / HTTP/1.1', 'Host: a/b'), 400],
    ['a host with a name before it', head('GET / HTTP/1.1', 'Host: a@b'), 400],
    ['another version of HTTP', head('GET / HTTP/2.0', 'Host: x'), 400],
    ['an address of another kind', head('GET ftp://x/y HTTP/1.1', 'Host: x'), 400],
    ['a star for an address', head('GET * HTTP/1.1', 'Host: x'), 400],
    ['the wish for a tunnel', head('CONNECT example.com:443 HTTP/1.1', 'Host: example.com:443'), 501],
    ['two hosts', head('GET /healthz HTTP/1.1', 'Host: x', 'Host: y'), 400],
    [
      'an encoding of the body besides chunks',
      head('POST /api/v1/x HTTP/1.1', 'Host: x', 'Transfer-Encoding: gzip, chunked') + '0\r\n\r\n',
      400,
    ],
    ['two lengths', head('POST /api/v1/x HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 2'), 400],
    ['headers that are too large', head('GET / HTTP/1.1', 'Host: x', `X: ${'x'.repeat(20_000)}`), 431],
    [
      'a parameter that is too long',
      head(`GET /api/v1/${'x'.repeat(9000)} HTTP/1.1`, 'Host: x', `x-api-key: ${API_KEY}`),
      404,
    ],
  ]
  it.each(malformed)('(%s) is refused like any other, and read as nothing else', async (_what, sent, status) => {
    const socket = await open(sent)
    await waitFor(() => expect(socket.heard).toContain('\r\n\r\n'))
    expect(socket.heard).toContain(`HTTP/1.1 ${status}`)
    expect(socket.heard).toMatch(/x-content-type-options: nosniff/i)
    expect(socket.heard).toMatch(/content-type: application\/json/i)
    await waitFor(() =>
      expect(JSON.parse(socket.heard.split('\r\n\r\n')[1] ?? '')).toEqual({
        code: expect.any(String),
        message: expect.any(String),
      }),
    )
    socket.socket.destroy()
  })
})

describe('a request that is well-formed', () => {
  beforeAll(start)
  afterAll(() => app.close())

  it.each([
    ['a name', 'HTTP/1.1', 'Host: office_1.example.com'],
    ['a port', 'HTTP/1.1', 'Host: localhost:3000'],
    ['an address', 'HTTP/1.1', 'Host: [::1]:3000'],
    ['no host in HTTP/1.0', 'HTTP/1.0', 'Accept: */*'],
    ['an empty host in HTTP/1.0', 'HTTP/1.0', 'Host:'],
  ])('(with %s) is answered', async (_what, version, line) => {
    const caller = await open(head(`GET /healthz ${version}`, line))
    await waitFor(() => expect(caller.heard).toMatch(/^HTTP\/1\.1 200 /))
    caller.socket.destroy()
  })
})

describe('a caller who hangs up half-way through a body', () => {
  beforeAll(start)
  afterAll(() => app.close())

  it.each([
    ['JSON', addressOf(years.list), 'application/json'],
    ['a picture', addressOf(appImages.add), 'multipart/form-data; boundary=x'],
    ['a large file', addressOf(manuals.create_pdf), 'multipart/form-data; boundary=x'],
  ])('(%s) is no fault', async (_what, address, type) => {
    const lines: string[] = []
    const log = pino(new Writable({ write: (line, _encoding, done) => (lines.push(String(line)), done()) }))
    const loud = await buildApp({ ...app.deps, log }, { version: '0', webFolder: app.dataDir })
    let answered = 0
    loud.addHook('onError', async () => void answered++)
    await loud.listen({ host: '127.0.0.1', port: 0 })
    port = (loud.server.address() as AddressInfo).port
    const caller = await open(
      head(
        `POST ${address} HTTP/1.1`,
        'Host: x',
        `x-api-key: ${API_KEY}`,
        `token: ${app.token}`,
        `Content-Type: ${type}`,
        'Content-Length: 1000',
        'Expect: 100-continue',
      ) + '--x\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\nabc',
    )
    await waitFor(() => expect(caller.heard).toContain('100 Continue'))
    caller.socket.destroy()
    await waitFor(() => expect(answered).toBe(1))
    await loud.close()
    expect(lines.filter((line) => (JSON.parse(line) as { level: number }).level > 30)).toEqual([])
  })
})

it('An address with a doubled slash and a backslash leads to no other site', async () => {
  await start()
  const caller = await open(head('GET //\\evil/example HTTP/1.1', 'Host: x', 'Connection: close'))
  await waitFor(() => expect(caller.closed).toBe(true))
  expect(caller.heard).toMatch(/^location: \/evil\/example\r$/im)
  await app.close()
})
