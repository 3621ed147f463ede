import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { account } from '#contract/account.ts'
import { addressOf, type Endpoint } from '#contract/endpoint.ts'
import { years } from '#contract/years.ts'
import { ADMIN, type RunningServer, startServer, until } from '../e2e/server.ts'
import { SqliteFile } from '../server/db/engines/sqlite-file.ts'
import { freePort } from '../server/testing/free-port.ts'
import { faketime } from './faketime.ts'
import { startSmtpServer } from './smtp-server.ts'
import { keyOf } from './workload.ts'

const HOUR = 1
const DAY = 24 * HOUR

let place: string
let server: RunningServer
let smtpPort: number
beforeEach(async () => {
  place = mkdtempSync(join(tmpdir(), 'clock-'))
  smtpPort = await freePort()
  setClock(0)
  server = await start()
})
afterEach(async () => {
  await server.stop()
  rmSync(place, { recursive: true })
})

/** Sets the running server's clock this many hours ahead of ours. */
const setClock = (hours: number) => writeFileSync(join(place, 'clock'), `${hours < 0 ? '' : '+'}${hours}h`)

const start = () =>
  startServer({
    DATA_DIR: join(place, 'data'),
    DEMO_DATA: 'false',
    LOG_LEVEL: 'error',
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}`,
    ...faketime(join(place, 'clock')),
  })

async function send(endpoint: Endpoint, body: object, { token = '', idempotencyKey = randomUUID() as string } = {}) {
  const response = await fetch(server.url + addressOf(endpoint), {
    method: 'POST',
    headers: {
      'x-api-key': keyOf(join(place, 'data')),
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
      ...(token && { token }),
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}
function triesOfMail() {
  const database = new SqliteFile(join(place, 'data', 'back-office.db'), { readonly: true })
  const [tries] = database.column(`select tries from held_services where service = 'mail'`)
  database.close()
  return Number(tries)
}
const logIn = async (): Promise<string> => (await send(account.login, ADMIN)).body.data.token
const listed = (token: string) => send(years.list, {}, { token })

describe('a clock that moves', () => {
  it('really is the one that the server goes by', async () => {
    const token = await logIn()
    setClock(400 * DAY)
    const added = await send(years.add, { name: '2027' }, { token: await logIn() })
    expect(Date.parse(added.body.data.created_at) - Date.now()).toBeGreaterThan(399 * DAY * 3_600_000)
    expect((await listed(token)).status).toBe(401)
  })

  it('back from far ahead leaves no session that never ends, and a new one can be opened', async () => {
    setClock(400 * DAY)
    const token = await logIn()
    expect((await listed(token)).status).toBe(200)
    setClock(0)
    expect((await listed(token)).status).toBe(401)
    expect((await listed(await logIn())).status).toBe(200)
  })

  it('a little to and fro ends no session', async () => {
    const token = await logIn()
    for (const minutes of [20, -20, 40, 0]) {
      setClock(minutes / 60)
      expect((await listed(token)).status).toBe(200)
    }
  })

  it('back from far ahead locks nobody out', async () => {
    setClock(400 * DAY)
    for (let tries = 0; tries < 10; tries++) await send(account.login, { ...ADMIN, password: 'wrong' })
    expect((await send(account.login, ADMIN)).status).toBe(429)
    setClock(0)
    expect((await send(account.login, ADMIN)).status).toBe(200)
  })

  it('back from far ahead leaves no code that lives on, and the next one works', async () => {
    const smtp = await startSmtpServer(smtpPort)
    const codeFrom = async (mails: number) => {
      await until(() => smtp.mails().length === mails)
      return /is (\d{6})/.exec(smtp.mails().at(-1) ?? '')?.[1]
    }
    const reset = (otp: string | undefined) =>
      send(account.resetPassword, {
        email: ADMIN.email,
        otp,
        new_password: 'another-horse-2!',
        confirm_password: 'another-horse-2!',
      })
    setClock(400 * DAY)
    await send(account.forgotPassword, { email: ADMIN.email })
    const old = await codeFrom(1)
    setClock(0)
    expect((await reset(old)).status).toBe(422)
    await send(account.forgotPassword, { email: ADMIN.email })
    expect((await reset(await codeFrom(2))).status).toBe(200)
    await smtp.stop()
  })

  it('back from far ahead keeps no mail waiting until then', async () => {
    setClock(400 * DAY)
    await send(account.forgotPassword, { email: ADMIN.email })
    // The start was the first try.
    await until(() => triesOfMail() > 1)
    setClock(0)
    const smtp = await startSmtpServer(smtpPort)
    await until(() => smtp.mails().length > 0)
    expect(smtp.mails()).toHaveLength(1)
    await smtp.stop()
  })

  it('keeps a repeated call from acting twice, whichever way it moves', async () => {
    for (const hours of [2 * DAY, -2 * DAY]) {
      const again = { idempotencyKey: randomUUID() as string }
      const body = { name: String(2030 + hours) }
      setClock(hours)
      const first = await send(years.add, body, { token: await logIn(), ...again })
      setClock(hours > 0 ? 0 : hours + 23)
      expect(await send(years.add, body, { token: await logIn(), ...again })).toEqual(first)
    }
  })

  it('far back or ahead at the start keeps no server from coming up, and lists keep all their rows', async () => {
    const names = ['2001', '2002', '2003', '2004']
    for (const [place, hours] of [0, -400 * DAY, 400 * DAY, -DAY].entries()) {
      await server.stop()
      setClock(hours)
      server = await start()
      expect((await send(years.add, { name: names[place] }, { token: await logIn() })).status).toBe(200)
    }
    const token = await logIn()
    const pages = await Promise.all([1, 2].map((page) => send(years.list, { page, per_page: 2 }, { token })))
    const rows: string[] = pages.flatMap(({ body }) => body.data.map(({ name }: { name: string }) => name))
    expect([rows.length, new Set(rows)]).toEqual([names.length, new Set(names)])
  })
})
