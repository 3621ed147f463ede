import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { appImages } from '#contract/app-images.ts'
import { dealers } from '#contract/dealers.ts'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import { manuals } from '#contract/manuals.ts'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { years } from '#contract/years.ts'
import { API_KEY, buildTestApp, type TestApp } from '#server/testing/build-test-app.ts'
import { aPicture, formOf } from '#server/testing/pictures.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
  await app.app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const MEGABYTE = 1024 * 1024

/**
 * Sends the head of a call that announces a megabyte, or `more` pieces of unknown number; resolves to the status that
 * arrives before the rest is sent.
 */
async function announce(path: string, token = '', more?: string) {
  const socket: Socket = connect((app.app.server.address() as AddressInfo).port, '127.0.0.1')
  const head = [
    `POST ${path} HTTP/1.1`,
    'Host: x',
    `x-api-key: ${API_KEY}`,
    `token: ${token}`,
    'Content-Type: application/json',
    more === undefined ? `Content-Length: ${MEGABYTE}` : 'Transfer-Encoding: chunked',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${more ?? ''}`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(answer.toString('latin1', 9, 12))
}

describe('calls that visitors can make', () => {
  it.each([
    ['the login', account.login],
    ['asking for codes', account.forgotPassword],
    ['the reset by code', account.resetPassword],
    ['registering', ownerAccount.register],
    ["the owners' sign-in", ownerAccount.signIn],
    ['the social sign-in', ownerAccount.signInSocial],
    ["the owners' change of a password", ownerAccount.changePassword],
  ])('refuse a megabyte before it is sent: %s', async (_what, to) => {
    expect(await announce(addressOf(to))).toBe(413)
    expect(await announce(addressOf(to), '', `8000\r\n${'x'.repeat(0x8000)}\r\n`)).toBe(413)
  })

  it('also those of owners, as anyone can register', async () => {
    const owner = { name: 'Grace', email: 'grace@example.com', password: 'flow-matic-1!' }
    await app.call(ownerAccount.register, owner, { token: null })
    const { data } = await app.call(ownerAccount.signIn, owner, { token: null })
    if (data.must_change_password) throw new Error('nobody is signed in')
    expect(await announce(addressOf(ownRecords.addChecklist), data.token)).toBe(413)
  })

  it('also where there is no call', async () => {
    expect([await announce('/nothing'), await announce('/files/nothing')]).toEqual([413, 413])
  })

  it('still take the longest fields that they allow', async () => {
    const social = await app.refusal(
      ownerAccount.signInSocial,
      { provider: 'GOOGLE', id_token: 'x'.repeat(8192) },
      { token: null },
    )
    expect(social.message).toBe('Signing in this way is not set up here.')
    const login = { email: 'ada@example.com', password: '😀'.repeat(1024) }
    expect((await app.refusal(account.login, login, { token: null })).status).toBe(422)
  })
})

describe('connections', () => {
  it('have a limit', () => {
    expect(app.app.server.maxConnections).toBe(2_000)
  })
})

describe('the texts of a form', () => {
  it('are kept only as far as a field can use them', async () => {
    const kept: number[] = []
    const parse = account.editProfile.input.safeParse
    account.editProfile.input.safeParse = (body) => {
      kept.push(Object.values(body as object).join('').length)
      return parse(body)
    }
    const { statusCode, body } = await app.send(account.editProfile, formOf({ name: 'é'.repeat(MEGABYTE / 2) }))
    account.editProfile.input.safeParse = parse
    expect([statusCode, JSON.parse(body).errors]).toEqual([422, { name: ['Please use at most 50 characters.'] }])
    expect(kept[0]).toBeLessThan(MEGABYTE / 32)
  })
})

describe('a form', () => {
  const part = (name: string, size: number) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${name === 'file' ? '; filename="x.pdf"' : ''}\r\n\r\n${'x'.repeat(size)}\r\n`

  /**
   * Sends forms that never end until one is answered; resolves to the status, how many megabytes were sent until then,
   * and whether the connection was closed.
   */
  async function pour(to: Endpoint, begin: string, length?: number) {
    const socket: Socket = connect((app.app.server.address() as AddressInfo).port, '127.0.0.1')
    const head = [
      `POST ${addressOf(to)} HTTP/1.1`,
      'Host: x',
      `x-api-key: ${API_KEY}`,
      `token: ${app.token}`,
      'Content-Type: multipart/form-data; boundary=x',
      length === undefined ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`,
    ]
    const chunk = (text: string) => (length === undefined ? `${text.length.toString(16)}\r\n${text}\r\n` : text)
    let sent = 0
    let answer = ''
    const closed = new Promise<void>((resolve) => socket.on('error', () => {}).once('close', () => resolve()))
    socket.on('data', (data) => (answer ||= data.toString('latin1', 0, 200)))
    socket.write(`${head.join('\r\n')}\r\n\r\n`)
    if (length === undefined) {
      socket.write(chunk(begin))
      const piece = chunk('x'.repeat(MEGABYTE))
      const more = (error?: Error | null) => {
        if (error || socket.destroyed || sent > 200) return
        sent++
        socket.write(piece, more)
      }
      more()
    }
    await closed
    return { status: answer.slice(9, 12), sent }
  }

  it('that announces more than its call allows is refused before it is sent, and its connection closed', async () => {
    for (const to of [account.editProfile, appImages.add, dealers.delete]) {
      expect(await pour(to, '', 45 * MEGABYTE)).toEqual({ status: '413', sent: 0 })
    }
    expect(await pour(manuals.create_pdf, '', 110 * MEGABYTE)).toEqual({ status: '413', sent: 0 })
  })

  it.each([
    ['one text', account.editProfile, part('name', 5)],
    ['110 texts', account.editProfile, Array.from({ length: 110 }, (_, place) => part(`f${place}`, 5)).join('')],
    ['the same text twice', account.editProfile, part('name', 5) + part('name', 5)],
    ['a PDF', manuals.create_pdf, part('manual_id', 5) + part('file', 5)],
  ])('that does not say how long it is is cut off where its call has enough: %s', async (_what, to, begin) => {
    const most = to === manuals.create_pdf ? 101 : 3
    // Without its last line end, the text goes on in what follows.
    const open = begin.slice(0, -2)
    const { status, sent } = await pour(to, open)
    // A connection that closes while data is still being sent may lose the answer.
    expect(['', '413', '422']).toContain(status)
    // Some megabytes more are on their way.
    expect(sent).toBeLessThan(most + 20)
    expect(await readdir(app.app.uploadFolder).catch(() => [])).toEqual([])
  })

  it('of 110 parts of less than half a megabyte each is refused as a whole', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 110 }, (_, place) => [`f${place}`, 'x'.repeat(MEGABYTE * 0.4)]),
    )
    const { statusCode, headers, body } = await app.send(account.editProfile, formOf({ name: 'Ada', ...many }))
    expect([statusCode, headers.connection, JSON.parse(body)]).toEqual([
      413,
      'close',
      { code: 'too_large', message: 'The request is too large.' },
    ])
  })

  it('whose file is not much too large is refused with the message of its field', async () => {
    const url = new File([new Uint8Array(await bytesOf(await aPicture())), new Uint8Array(1.5 * MEGABYTE)], 'x.png')
    const image = await app.send(appImages.add, formOf({ url, seq_no: 1 }))
    expect([image.statusCode, image.json().errors.url]).toEqual([413, [expect.stringContaining('File size')]])
    const file = new File(['%PDF-1.7\n', new Uint8Array(51 * MEGABYTE)], 'x.pdf')
    const pdf = await app.send(manuals.create_pdf, formOf({ manual_id: 'x', file }))
    expect(pdf.json().errors.file).toEqual(['File size should not be more than 50 MB'])
  })
})

const bytesOf = async (one: Blob) => one.arrayBuffer()

describe('a body of very many values', () => {
  const many = (value: string, length = 400_000) => `[${Array.from({ length }, () => value).join()}]`
  const bodies: [string, Endpoint, string][] = [
    ['ids', notifications.send, `{"title":"a","description":"b","user_ids":${many('0')}}`],
    ['ids under their other name', notifications.send, `{"title":"a","description":"b","user":${many('{}', 300_000)}}`],
    ['orders', years.list, `{"sort":${many('0')}}`],
    ['filters', years.list, `{"filters":{${Array.from({ length: 90_000 }, (_, place) => `"${place}":0`).join()}}}`],
    ['fields', rvTypes.add, `{${Array.from({ length: 90_000 }, (_, place) => `"${place}":0`).join()}}`],
    ['lists in lists', rvTypes.add, `{"name":${many('[]', 300_000)}}`],
  ]

  it.each(bodies)('is refused in a few words and at once: %s', async (_what, to, body) => {
    // What the same server needs to read as many bytes in one text.
    const plain = await timed(() => app.send(rvTypes.add, JSON.stringify({ name: 'x'.repeat(body.length - 11) })))
    const refused = await timed(() => app.send(to, body))
    expect([refused.answer.statusCode, refused.answer.json().message]).toEqual([
      422,
      'The request has too many values.',
    ])
    expect(refused.answer.body.length).toBeLessThan(1_000)
    // It took a hundred times as long; parsing alone takes up to twenty times as long.
    expect(refused.took).toBeLessThan(40 * Math.max(plain.took, 10))
  })

  it('below that limit names no more fields than people read', async () => {
    const wrong = { title: 'a', description: 'b', user_ids: Array.from({ length: 9_000 }, () => 0) }
    const { status, errors = {} } = await app.refusal(notifications.send, wrong)
    expect([status, Object.keys(errors).length]).toEqual([422, 100])
  })
})

async function timed<Answer>(work: () => Promise<Answer>) {
  const start = performance.now()
  const answer = await work()
  return { answer, took: performance.now() - start }
}
