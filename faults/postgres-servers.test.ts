import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { account, tokenOf } from '#contract/account.ts'
import { administrators, invitations } from '#contract/administrators.ts'
import { API_BASE } from '#contract/endpoint.ts'
import { secondFactor } from '#contract/sign-in.ts'
import { system } from '#contract/system.ts'
import { years } from '#contract/years.ts'
import type { RunningServer } from '../e2e/server.ts'
import { currentStep, totpCode } from '../server/auth/totp.ts'
import { freePort } from '../server/testing/free-port.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { acceptWith, GRACE, PASSWORD } from '../server/testing/team.ts'
import { answered, callerOf } from './call.ts'
import { faketime } from './faketime.ts'
import { listenTo } from './listen.ts'
import { startPgBouncer } from './pgbouncer.ts'
import { ask, createDatabase, startOn } from './postgres.ts'
import { PATIENCE } from './rounds.ts'
import { startSmtpServer } from './smtp-server.ts'
import { keyOf, signIn } from './workload.ts'

const MAILS = 150
const SOON = { timeout: 120_000, interval: 50 }

let postgres: Awaited<ReturnType<typeof startPrivatePostgres>>
let dataDir: string
let url: string
vi.setConfig({ testTimeout: PATIENCE })

beforeAll(async () => {
  postgres = await startPrivatePostgres()
  dataDir = mkdtempSync(join(tmpdir(), 'servers-'))
  url = await createDatabase(postgres)
  await (await startOn(url, dataDir)).stop()
}, PATIENCE)
afterAll(() => {
  postgres.throwAway()
  rmSync(dataDir, { recursive: true })
})

const readyOf = async (server: RunningServer) => (await fetch(`${server.url}/readyz`)).json() as Promise<object>

it('servers whose clocks are ten minutes apart send each mail once, share times, codes and sessions, and say so', async () => {
  const smtpPort = await freePort()
  const smtp = await startSmtpServer(smtpPort)
  const env = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, LOG_LEVEL: 'warn' }
  const behind = await startOn(url, dataDir, { ...env, ...faketime('-5m') })
  const ahead = await startOn(url, dataDir, { ...env, ...faketime('+5m') })
  for (const [server, sign] of [
    [behind, -1],
    [ahead, 1],
  ] as const) {
    expect(server.output()).toContain('the clock of this machine differs from that of the database')
    const ready = (await readyOf(server)) as { clock: string; clock_offset_ms: number }
    expect(ready).toMatchObject({ status: 'ready', clock: 'off' })
    expect(Math.abs(ready.clock_offset_ms - sign * 300_000)).toBeLessThan(5_000)
  }

  const token = await signIn(behind.url, dataDir)
  const calls = [behind, ahead].map((server) => callerOf(server.url, keyOf(dataDir), token))
  const times: number[] = []
  for (let place = 0; place < 6; place++) {
    const call = calls[place % 2] as (typeof calls)[number]
    times.push(Date.parse(answered(await call(years.add, { name: String(2000 + place) })).data.created_at))
  }
  expect(times.toSorted((one, other) => one - other)).toEqual(times)
  expect(Math.abs((times[0] ?? 0) - Date.now())).toBeLessThan(60_000)
  const ids = await ask<{ id: string }>(url, 'select id from changes order by at')
  expect(ids.map(({ id }) => id).toSorted()).toEqual(ids.map(({ id }) => id))

  await ask(
    url,
    `insert into users (id, type, status, must_change_password, version, is_deleted, created_at, updated_at,
                        name, name_key, email, email_key)
     select 'user-' || place, 'SIMPLE', 1, 0, 1, 0, '2026-01-01', '2026-01-01', 'Owner', 'owner',
            'owner-' || place || '@example.com', 'owner-' || place || '@example.com'
     from generate_series(1, ${MAILS}) as place`,
  )
  await ask(
    url,
    `insert into jobs (id, kind, payload, run_at, attempts)
     select 'job-' || id, 'mail', '{"template":"registered","user_id":"' || id || '","is_new":true}', '2026-01-01', 0 from users`,
  )
  await vi.waitFor(
    async () => expect(await ask(url, 'select kind, last_error from jobs where key is null')).toEqual([]),
    SOON,
  )
  const told = smtp.mails().map((mail) => /^To: (.+?)\r?$/m.exec(mail)?.[1])
  expect([told.length, new Set(told).size]).toEqual([MAILS, MAILS])

  // A server that was stopped under load counts as alive for a while.
  await vi.waitFor(async () => {
    const { servers } = answered(await (calls[0] as (typeof calls)[number])(system.status, {})).data
    expect(servers.filter(({ is_alive }) => is_alive)).toHaveLength(2)
  }, SOON)
  await Promise.all([behind.stop(), ahead.stop()])
  await smtp.stop()
})

it('servers behind a pooler that hands out connections by transaction say that they hear nothing, and read again', async () => {
  const pooler = await startPgBouncer(postgres.url)
  const pooled = `${pooler.url}/${url.split('/').at(-1)}`
  const deaf = await startOn(pooled, dataDir, { LOG_LEVEL: 'warn' })
  const hearing = await startOn(pooled, dataDir, { LOG_LEVEL: 'warn', DATABASE_DIRECT_URL: url })
  const other = await startOn(pooled, dataDir)
  await vi.waitFor(() => expect(deaf.output()).toContain('Set DATABASE_DIRECT_URL'), SOON)
  expect(deaf.output().match(/DATABASE_DIRECT_URL/g)).toHaveLength(1)
  expect(await readyOf(deaf)).toMatchObject({ status: 'ready', live: 'not receiving changes' })
  expect(hearing.output()).not.toContain('DATABASE_DIRECT_URL')
  expect(await readyOf(hearing)).not.toHaveProperty('live')

  const token = await signIn(other.url, dataDir)
  const streams = [await listenTo(deaf, keyOf(dataDir), token), await listenTo(hearing, keyOf(dataDir), token)]
  answered(await callerOf(other.url, keyOf(dataDir), token)(years.add, { name: '2040' }))
  await vi.waitFor(() => expect(streams[1]?.events).toContain('change'), SOON)
  await vi.waitFor(() => expect(streams[0]?.events).toContain('missed'), SOON)
  for (const { stop } of streams) stop()
  await Promise.all([deaf, hearing, other].map((server) => server.stop()))
  await pooler.stop()
})

it.each([
  ['is cut', 'pg_terminate_backend(pid)'],
  ['says nothing any more', 'pid'],
])('a server whose listening connection %s listens again, and its streams read again', async (how, what) => {
  const server = await startOn(url, dataDir)
  const token = await signIn(server.url, dataDir)
  const stream = await listenTo(server, keyOf(dataDir), token)
  await vi.waitFor(async () => expect(await readyOf(server)).not.toHaveProperty('live'), SOON)
  const listening = await ask<{ pid?: number }>(
    url,
    `select ${what} from pg_stat_activity
     where datname = current_database() and query = 'select 1' and pid <> pg_backend_pid()`,
  )
  expect(listening.length).toBeGreaterThan(0)
  const stopped = listening.flatMap(({ pid }) => pid ?? [])
  for (const pid of stopped) process.kill(pid, 'SIGSTOP')
  await vi.waitFor(() => expect(stream.events).toContain('missed'), SOON)
  await vi.waitFor(async () => expect(await readyOf(server)).not.toHaveProperty('live'), SOON)
  for (const pid of stopped) process.kill(pid, 'SIGCONT')
  answered(await callerOf(server.url, keyOf(dataDir), token)(years.add, { name: how === 'is cut' ? '2041' : '2042' }))
  await vi.waitFor(() => expect(stream.events).toContain('change'), SOON)
  stream.stop()
  await server.stop()
})

it('what one server takes from an account, by a colleague or by a link, the other one refuses at once', async () => {
  const smtpPort = await freePort()
  const smtp = await startSmtpServer(smtpPort)
  const env = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, LOG_LEVEL: 'warn' }
  const [one, other] = [await startOn(url, dataDir, env), await startOn(url, dataDir, env)]
  const key = keyOf(dataDir)
  const mailedTo = async (email: string, link: RegExp, count = 1) => {
    const found = () =>
      smtp
        .mails()
        .filter((mail) => mail.includes(`To: ${email}`))
        .flatMap((mail) => link.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[1] ?? [])
    await vi.waitFor(() => expect(found()).toHaveLength(count), SOON)
    return found().at(-1) as string
  }
  const asAda = callerOf(one.url, key, await signIn(one.url, dataDir))
  answered(await asAda(administrators.invite, GRACE))
  const invitation = acceptWith(await mailedTo(GRACE.email, /accept-invitation#([\w-]+)/))
  answered(await callerOf(other.url, key)(invitations.accept, invitation))
  const own = { email: GRACE.email, password: PASSWORD }

  /** Signs her in at the other server, with a new authenticator app, and listens there. */
  async function signInWithFactor() {
    const token = tokenOf(answered(await callerOf(other.url, key)(account.login, own)).data)
    const call = callerOf(other.url, key, token)
    const { secret } = answered(await call(secondFactor.totpBegin, {})).data
    answered(await call(secondFactor.totpConfirm, { code: totpCode(secret, currentStep()) }))
    return { call, stream: await listenTo(other, key, token) }
  }
  const isOver = async ({ call, stream }: Awaited<ReturnType<typeof signInWithFactor>>) => {
    await expect(call(account.me, {})).rejects.toThrow(/was refused with 401: .*"message":"Your session has ended/)
    await vi.waitFor(() => expect(stream.events).toContain('ended'), SOON)
    stream.stop()
  }

  const first = await signInWithFactor()
  answered(
    await asAda(administrators.resetFactors, { administrator_id: answered(await first.call(account.me, {})).data._id }),
  )
  await isOver(first)

  const second = await signInWithFactor()
  const token = await mailedTo(GRACE.email, /not-me#([\w-]+)/, 2)
  answered(await callerOf(one.url, key)(secondFactor.notMe, { token }))
  await isOver(second)
  await Promise.all([one.stop(), other.stop()])
  await smtp.stop()
})

it('a migration is refused while a server of another schema runs; one that meets a newer schema takes no calls', async () => {
  const running = await startOn(url, dataDir, { LOG_LEVEL: 'warn' })
  await ask(
    url,
    `insert into servers (id, name, release, schema_name, started_at, seen_at, state)
     values ('other', 'other:3000', '0.1.0', '0000-of-another-release', '2026-01-01', '9999-01-01', 'serving')`,
  )
  await ask(url, `delete from migrations`)
  const refused = await startOn(url, dataDir).catch((error: Error) => error.message)
  expect(refused).toMatch(
    /servers of another release are running: .+ \(release .+\); stop them first, or set MIGRATE=force/,
  )
  await ask(url, `insert into migrations (name, applied_at) values ('9999-next', '')`)
  await vi.waitFor(async () => expect(await readyOf(running)).toMatchObject({ status: 'being updated' }), SOON)
  const login = await fetch(`${running.url}${API_BASE}/admin/users/login`, {
    method: 'POST',
    headers: { 'x-api-key': keyOf(dataDir), 'content-type': 'application/json' },
    body: '{}',
  })
  expect([login.status, login.headers.get('retry-after')]).toEqual([503, '10'])
  await ask(url, `delete from servers where id = 'other'`)
  await ask(url, `delete from migrations where name = '9999-next'`)
  await ask(url, `insert into migrations (name, applied_at) values ('0001-release-1.0.0', '')`)
  await vi.waitFor(async () => expect(await readyOf(running)).toMatchObject({ status: 'ready' }), SOON)
  await running.stop()
})
