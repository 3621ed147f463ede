import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import { ownerAccount } from '#contract/owner/account.ts'
import { ownNotifications } from '#contract/owner/notifications.ts'
import { users } from '#contract/users.ts'
import { years } from '#contract/years.ts'
import { type RunningServer, startServer } from '../e2e/server.ts'
import { startFakeFcm, type Whim } from '../server/testing/fake-fcm.ts'
import { freePort } from '../server/testing/free-port.ts'
import { answered, type Call, callerOf } from './call.ts'
import { PATIENCE } from './rounds.ts'
import { startSmtpServer } from './smtp-server.ts'
import { keyOf, signIn } from './workload.ts'

const PASSWORD = 'correct-horse-1!'

let dataDir: string
let server: RunningServer
let fcm: Awaited<ReturnType<typeof startFakeFcm>>
let smtpPort: number
let metricsPort: number
let call: Call
vi.setConfig({ testTimeout: PATIENCE })

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'outside-'))
  fcm = await startFakeFcm()
  smtpPort = await freePort()
  metricsPort = await freePort()
  server = await startServer({
    DATA_DIR: dataDir,
    DEMO_DATA: 'false',
    LOG_LEVEL: 'silent',
    METRICS_PORT: String(metricsPort),
    // Timeouts are a little shorter than outside tests.
    SMTP_URL: `smtp://127.0.0.1:${smtpPort}?greetingTimeout=2000&socketTimeout=2000`,
    ...fcm.env,
  })
  call = callerOf(server.url, keyOf(dataDir), await signIn(server.url, dataDir))
})
afterEach(async () => {
  await server.stop()
  await fcm.stop()
  rmSync(dataDir, { recursive: true })
})

/** Registers an owner, who is mailed a welcome. */
async function register() {
  const visitor = callerOf(server.url, keyOf(dataDir))
  const email = `${randomUUID()}@example.com`
  answered(await visitor(ownerAccount.register, { name: 'Zora Neale', email, password: PASSWORD }))
  return { email }
}

/** An owner with a device. */
async function anOwner() {
  const visitor = callerOf(server.url, keyOf(dataDir))
  const { email } = await register()
  const signedIn = answered(await visitor(ownerAccount.signIn, { email, password: PASSWORD })).data
  const token = signedIn.must_change_password ? '' : signedIn.token
  answered(
    await callerOf(
      server.url,
      keyOf(dataDir),
      token,
    )(ownNotifications.addDevice, { token: `device-${email}`, platform: 'ios' }),
  )
  const found = answered(await call(users.list, { filters: { email: { op: 'equals', value: email } } }))
  return found.data[0]?._id as string
}

const send = async (user_ids: string[]) =>
  answered(
    await call(notifications.send, { title: 'Recall', description: 'Please call.', user_ids, purpose: 'safety' }),
  ).data._id
const countsOf = async (notification_id: string) =>
  answered(await call(notifications.status, { notification_id })).data.counts
const jobsWaiting = async () =>
  Number(/^jobs_waiting (\d+)/m.exec(await (await fetch(`http://127.0.0.1:${metricsPort}/`)).text())?.[1])

/** Waits for what the server does in the background. */
const eventually = (holds: () => Promise<void>) => vi.waitFor(holds, { timeout: 120_000, interval: 200 })

const inOrder = async () => {
  answered(await call(years.list, {}))
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
}

describe('a mail server', () => {
  it.each(['down', 'hangs', 'refuses'] as const)(
    'that %s keeps nobody waiting, and each mail arrives once when it is back',
    async (way) => {
      let smtp = way === 'down' ? undefined : await startSmtpServer(smtpPort, way)
      const { email } = await register()
      const owner = await anOwner()
      const id = await send([owner])
      // The push does not wait for the mail.
      await eventually(async () => expect((await countsOf(id)).accepted).toBe(1))
      await inOrder()
      expect(await jobsWaiting()).toBe(2)

      smtp ??= await startSmtpServer(smtpPort)
      await smtp.behave('takes')
      await eventually(async () => expect(await jobsWaiting()).toBe(0))
      expect(smtp.mails()).toHaveLength(2)
      expect(smtp.mails().join()).toContain(email)
      await smtp.stop()
    },
  )
})

describe('a push service', () => {
  const whims: [string, Whim, Partial<Awaited<ReturnType<typeof countsOf>>>][] = [
    ['is slow', { delay: 3000 }, { accepted: 1 }],
    ['refuses a message', { status: 400, code: 'INVALID_ARGUMENT' }, { waiting: 1 }],
    ['is overloaded', { status: 503, code: 'UNAVAILABLE', retryAfter: 0 }, { waiting: 1 }],
    ['asks to slow down', { status: 429, code: 'QUOTA_EXCEEDED', retryAfter: 0 }, { waiting: 1 }],
    ['loses its answer', { lost: true }, { unknown: 1 }],
    ['says nothing', { delay: 20_000 }, { unknown: 1 }],
  ]
  it.each(whims)('that %s holds up nobody, and is told of', async (_what, whim, counts) => {
    const owner = await anOwner()
    fcm.state.whim = () => whim
    const id = await send([owner])
    await inOrder()
    await eventually(async () => {
      expect(await countsOf(id)).toMatchObject({ waiting: 0, sending: 0, ...counts })
      const row = answered(await call(notifications.recipients, { notification_id: id })).data[0]
      if (counts.waiting) expect(row).toMatchObject({ reason: expect.stringContaining(whim.code ?? '') })
    })
    await inOrder()
    fcm.state.whim = () => undefined
    if (!counts.waiting) return
    await eventually(async () => expect(await countsOf(id)).toMatchObject({ accepted: 1, waiting: 0 }))
    expect(fcm.taken).toHaveLength(1)
  })

  it('that gives no access is waited for, and then told once', async () => {
    const owner = await anOwner()
    fcm.state.givesAccess = false
    const id = await send([owner])
    await eventually(async () => {
      const row = answered(await call(notifications.recipients, { notification_id: id })).data[0]
      expect(row).toMatchObject({
        state: 'waiting',
        reason: expect.stringContaining('gives the account of FCM_CREDENTIALS no access'),
      })
    })
    await inOrder()
    expect(await jobsWaiting()).toBeGreaterThan(0)
    fcm.state.givesAccess = true
    await eventually(async () => expect(await countsOf(id)).toMatchObject({ accepted: 1, waiting: 0 }))
    expect(fcm.taken).toHaveLength(1)
  })
})
