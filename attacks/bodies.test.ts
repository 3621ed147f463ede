import { connect, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { API_BASE } from '#contract/endpoint.ts'
import { years } from '#contract/years.ts'
import { ADMIN, API_KEY } from '#server/testing/build-test-app.ts'
import { type RunningServer, startServer, until } from '../e2e/server.ts'

let server: RunningServer
let token: string
beforeAll(async () => {
  server = await startServer({ DEMO_DATA: 'false', API_KEY, LOG_LEVEL: 'trace', ADMIN_PASSWORD: ADMIN.password })
  const answer = await post(account.login.path, JSON.stringify(ADMIN), { token: '' })
  token = ((await answer.json()) as { data: { token: string } }).data.token
})
afterAll(() => server.stop())

const JSON_TYPE = { 'content-type': 'application/json' }

const post = (path: string, body: BodyInit, headers: Record<string, string> = {}) =>
  fetch(`${server.url}${API_BASE}/${path}`, {
    method: 'POST',
    headers: { 'x-api-key': API_KEY, token, ...JSON_TYPE, ...headers },
    body,
  })

/** Adds a year with this body; returns the status and how many years there are afterwards. */
async function add(body: BodyInit, headers: Record<string, string> = {}) {
  const answer = await post(years.add.path, body, headers)
  const { message } = (await answer.json()) as { message: string }
  expect(message).toEqual(expect.any(String))
  const list = (await (await post(years.list.path, '{}')).json()) as { total: number }
  return [answer.status, list.total]
}

/** Sends raw bytes, and returns all that arrives until the server closes or `milliseconds` have passed. */
function raw(bytes: string, milliseconds = 3_000): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => socket.write(bytes, 'latin1'))
    socket.setEncoding('latin1')
    const done = () => {
      socket.destroy()
      resolve(heard)
    }
    socket.on('data', (data) => (heard += data))
    socket.on('close', done)
    socket.on('error', done)
    setTimeout(done, milliseconds).unref()
  })
}

const head = (more: string[], path = `${API_BASE}/${years.add.path}`) =>
  [`POST ${path} HTTP/1.1`, 'Host: x', `x-api-key: ${API_KEY}`, `token: ${token}`, ...more, '', ''].join('\r\n')

/** The status of somebody else's call, which an attack that blocks the server would block for ever. */
const somebodyElse = async () => (await post(account.me.path, '')).status

describe('a body', () => {
  it('of twenty megabytes is refused, however it comes', async () => {
    const large = JSON.stringify({ name: '1'.repeat(20_000_000) })
    const pieces = () =>
      new ReadableStream({
        start(controller) {
          for (let piece = 0; piece < 20; piece++) controller.enqueue(new Uint8Array(1_000_000).fill(49))
          controller.close()
        },
      })
    for (const body of [large, pieces()]) {
      // A server that stops reading may close the connection before everything is sent.
      const status = await fetch(`${server.url}${API_BASE}/${years.add.path}`, {
        method: 'POST',
        headers: { 'x-api-key': API_KEY, token, ...JSON_TYPE },
        body,
        duplex: 'half',
      } as RequestInit).then(
        (answer) => answer.status,
        () => 413,
      )
      expect(status).toBe(413)
    }
    expect(await somebodyElse()).toBe(200)
  })

  it.each([
    ['objects', '{"name":'.repeat(100_000) + '1' + '}'.repeat(100_000)],
    ['lists', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['lists that never close', '['.repeat(100_000)],
    ['filters', `{"filters":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
    ['100,000 fields', `{${Array.from({ length: 100_000 }, (_, place) => `"f${place}":1`).join()}}`],
    ['a number of 500,000 digits', `{"name":${'1'.repeat(500_000)}}`],
  ])('of %s is refused', async (_what, body) => {
    const [status] = await add(body)
    expect([400, 413, 422]).toContain(status)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'text/html',
    'application/jsonp',
    'json',
    '*/*',
    'application/json, text/plain',
    'application/octet-stream',
    'multipart/mixed; boundary=x',
    'multipart/form-data; boundary=x',
  ])('that calls itself %s is no JSON', async (type) => {
    expect(await add('{"name":"2040"}', { 'content-type': type })).toEqual([
      expect.toSatisfy((status: number) => [400, 415, 422].includes(status)),
      0,
    ])
  })

  it.each(['utf-16', 'utf-7', 'utf-32', 'iso-2022-jp', 'ibm037', 'x-user-defined'])(
    'is read as UTF-8, whatever charset it claims: %s',
    async (charset) => {
      const utf16 = new Uint8Array(Buffer.from('{"name":"2040"}', 'utf16le'))
      const [status, total] = await add(utf16, { 'content-type': `application/json; charset=${charset}` })
      expect([status, total]).toEqual([400, 0])
    },
  )

  it('of bytes that are no UTF-8 is refused', async () => {
    for (const bytes of [
      '{"name":"20\xc0\xb4"}',
      '{"name":"\xed\xa0\x80"}',
      '{"name":"\xff\xfe"}',
      '\xef\xbb\xbf{"name":"\xf8\x88"}',
    ]) {
      expect(await add(new Uint8Array(Buffer.from(bytes, 'latin1')))).toEqual([400, 0])
    }
  })

  it.each(['gzip', 'deflate', 'br', 'zstd', 'gzip, gzip', 'identity, gzip'])(
    'that is packed is not unpacked: %s',
    async (encoding) => {
      const bomb = new Uint8Array(gzipSync(Buffer.from(`{"name":"2040"${' '.repeat(30_000_000)}}`)))
      expect(await add(bomb, { 'content-encoding': encoding })).toEqual([
        expect.toSatisfy((status: number) => status === 400 || status === 415),
        0,
      ])
    },
  )
})

describe('a request', () => {
  const body = '{"name":"2040"}'
  const smuggled = `GET ${API_BASE}/ping HTTP/1.1\r\nHost: x\r\n\r\n`

  it.each<[string, string[], string]>([
    ['a length and pieces', ['Content-Length: 4', 'Transfer-Encoding: chunked'], `0\r\n\r\n${smuggled}`],
    ['two lengths', ['Content-Length: 15', 'Content-Length: 4'], body],
    ['a list of lengths', ['Content-Length: 15, 4'], body],
    ['a length that is no number', ['Content-Length: +15'], body],
    ['a negative length', ['Content-Length: -1'], body],
    ['pieces within something else', ['Transfer-Encoding: chunked, identity'], body],
    ['pieces in disguise', ['Transfer-Encoding: \x0bchunked'], body],
    ['a blank before the colon', ['Content-Length : 15'], body],
    ['a folded header', ['X-A: b', ' Content-Length: 4', 'Transfer-Encoding: chunked'], `g\r\n${body}`],
    ['pieces of no size', ['Transfer-Encoding: chunked'], `zz\r\n${body}\r\n0\r\n\r\n`],
    ['a piece larger than memory', ['Transfer-Encoding: chunked'], `ffffffffffffffff1\r\n${body}\r\n`],
    ['a header of 100 KB', [`X-A: ${'a'.repeat(100_000)}`], ''],
    ['5,000 headers', Array.from({ length: 5_000 }, (_, place) => `X-${place}: a`), ''],
    ['a NUL in a header', ['X-A: a\0b', 'Content-Length: 15'], body],
  ])('with %s is refused, and its connection closed', async (_what, headers, rest) => {
    const heard = await raw(head([...headers, 'Content-Type: application/json']) + rest)
    expect(heard).toMatch(/^HTTP\/1\.1 4\d\d /)
    expect(heard.match(/HTTP\/1\.1/g)).toHaveLength(1)
    expect(heard).not.toMatch(/node_modules|\bat \S+ \(|fastify|node:/i)
  })

  it('that is no HTTP is refused', async () => {
    for (const bytes of [
      '\x16\x03\x01\x02\x00\x01\x00',
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      'GET / HTTP/9.9\r\n\r\n',
      '\r\n'.repeat(50) + 'x\r\n\r\n',
    ]) {
      expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 4\d\d |^$/)
    }
    expect(await somebodyElse()).toBe(200)
  })
})

describe('senders that dawdle', () => {
  it('hold up nobody else, three hundred at a time', async () => {
    const sockets: Socket[] = []
    const dawdle = (bytes: string) =>
      new Promise<void>((connected, failed) => {
        const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () =>
          socket.write(bytes, () => connected()),
        )
        socket.on('error', failed)
        sockets.push(socket)
      })
    const kinds = [
      'GET / HT',
      head(['Content-Type: application/json', 'Content-Length: 1000000']) + '{"na',
      head(['Content-Type: application/json', 'Transfer-Encoding: chunked']) + '4\r\n{"na\r\n',
      head(
        ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 50000000'],
        `${API_BASE}/admin/manuals/create_pdf`,
      ) + '--x\r\nContent-Disposition: form-data; name="file"; filename="x.pdf"\r\n\r\n%PDF',
    ]
    for (let place = 0; place < 300; place++) await dawdle(kinds[place % kinds.length] ?? '')
    for (let round = 0; round < 5; round++) expect(await somebodyElse()).toBe(200)
    for (const socket of sockets) socket.destroy()
    expect(await somebodyElse()).toBe(200)
  })

  it('who send pieces without end are cut off at the most that is taken', async () => {
    const heard = await new Promise<string>((resolve) => {
      let said = ''
      let sent = 0
      const socket = connect(Number(new URL(server.url).port), '127.0.0.1', () => {
        socket.write(head(['Content-Type: application/json', 'Transfer-Encoding: chunked']))
        const piece = `10000\r\n${'1'.repeat(65_536)}\r\n`
        const more = (error?: Error | null) => {
          if (error || socket.destroyed) return
          sent += 65_536
          socket.write(piece, more)
        }
        more()
      })
      const done = () => resolve(`${said} after ${sent > 64 * 1024 * 1024 ? 'too much' : 'little'}`)
      socket.on('data', (data) => (said += data))
      socket.on('close', done)
      socket.on('error', () => {})
      setTimeout(() => resolve('never cut off'), 45_000).unref()
    })
    // A connection that closes while data is still being sent may lose the answer.
    expect(heard).toMatch(/^(HTTP\/1\.1 413 [^]*)? after little$/)
    expect(await somebodyElse()).toBe(200)
  })
})

describe('the log', () => {
  it('holds no password, token or key, whatever was sent', async () => {
    await post(account.login.path, JSON.stringify({ ...ADMIN, password: 'a-secret-that-is-wrong' }))
    await post(account.login.path, '{"password": "a-secret-that-is-wrong"')
    await fetch(`${server.url}${API_BASE}/nothing`, { headers: { 'x-api-key': API_KEY, token } })
    const secrets = { token, API_KEY, password: ADMIN.password, typed: 'a-secret-that-is-wrong' }
    const told = Object.entries(secrets).filter(([, secret]) => server.output().includes(secret))
    expect(told.map(([name]) => name)).toEqual([])
  })

  it('tells of sign-ins, of those that were refused, and of calls without a right, each with the address', async () => {
    await post(account.login.path, JSON.stringify(ADMIN))
    await post(account.me.path, '{}', { token: 'unknown' })
    await post(account.me.path, '{}', { 'x-api-key': 'wrong' })
    await until(() => server.output().includes('"status":403'))
    const entries = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
    const told = (msg: string) =>
      entries.filter((entry) => entry.msg === msg).map(({ address, admin, status }) => [address, typeof admin, status])
    expect(told('a sign-in was refused')).toContainEqual(['127.0.0.1', 'string', undefined])
    expect(told('an administrator signed in')).toContainEqual(['127.0.0.1', 'string', undefined])
    for (const status of [401, 403])
      expect(told('a call was refused')).toContainEqual(['127.0.0.1', 'undefined', status])
  })

  it('has a line of its own for every entry, whatever line breaks were sent', async () => {
    await fetch(`${server.url}/%0d%0a{"level":60,"msg":"forged"}`)
    await post('x\r\n{"level":60}', '{}').catch(() => undefined)
    const entries = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    expect(entries.filter((line) => JSON.parse(line).msg === 'forged')).toEqual([])
  })
})
