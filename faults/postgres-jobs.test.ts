import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { notifications } from '#contract/notifications.ts'
import { type RunningServer } from '../e2e/server.ts'
import { startFakeFcm } from '../server/testing/fake-fcm.ts'
import { freePort } from '../server/testing/free-port.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { random } from '../server/testing/seed.ts'
import { answered, callerOf } from './call.ts'
import { ask, createDatabase, startOn } from './postgres.ts'
import { FEW_ROUNDS, PATIENCE } from './rounds.ts'
import { startSmtpServer } from './smtp-server.ts'
import { keyOf, signIn } from './workload.ts'

const JOBS = 200
const ALL = { timeout: 240_000, interval: 100 }

let postgres: Awaited<ReturnType<typeof startPrivatePostgres>>
let smtp: Awaited<ReturnType<typeof startSmtpServer>>
let fcm: Awaited<ReturnType<typeof startFakeFcm>>
let dataDir: string
let url: string
let env: Record<string, string>
vi.setConfig({ testTimeout: PATIENCE })

beforeAll(async () => {
  postgres = await startPrivatePostgres()
  fcm = await startFakeFcm()
  // As slow as the real one, so that there is something to kill in the middle of.
  fcm.state.whim = () => ({ delay: 20 })
  const smtpPort = await freePort()
  smtp = await startSmtpServer(smtpPort)
  env = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, ...fcm.env }
  dataDir = mkdtempSync(join(tmpdir(), 'jobs-'))
  url = await createDatabase(postgres)
  await (await startOn(url, dataDir)).stop()
  const now = new Date().toISOString()
  await ask(
    url,
    `insert into users (id, type, status, must_change_password, version, is_deleted, created_at, updated_at,
                        name, name_key, email, email_key)
     select 'user-' || place, 'SIMPLE', 1, 0, 1, 0, '${now}', '${now}',
            'Owner', 'owner', 'owner-' || place || '@example.com', 'owner-' || place || '@example.com'
     from generate_series(1, ${JOBS}) as place`,
  )
  await ask(
    url,
    `insert into app_sessions (token_hash, user_id, created_at, used_at)
     select 'session-' || id, id, '${now}', '${now}' from users`,
  )
  await ask(
    url,
    `insert into devices (token, user_id, session, platform, created_at)
     select 'device-' || id, id, 'session-' || id, 'ios', '${now}' from users`,
  )
}, PATIENCE)
afterAll(async () => {
  await smtp.stop()
  await fcm.stop()
  postgres.throwAway()
  rmSync(dataDir, { recursive: true })
})

/** Runs two servers, kills one once `begun` holds, then waits until no job is left. */
async function killOneAtWork(work: (server: RunningServer) => Promise<void>, begun: () => boolean) {
  const servers: [RunningServer, RunningServer] = [await startOn(url, dataDir, env), await startOn(url, dataDir, env)]
  await work(servers[0])
  await vi.waitFor(() => expect(begun()).toBe(true), { ...ALL, interval: 5 })
  await setTimeout(random() * 100)
  servers[0].process.kill('SIGKILL')
  await once(servers[0].process, 'exit')
  // After a minute the leases of the dead server run out; the other server keeps its own job.
  await ask(url, `update jobs set run_at = '2026-01-01' where attempts > 0`)
  await vi.waitFor(
    async () => expect(await ask(url, 'select kind, last_error from jobs where key is null')).toEqual([]),
    ALL,
  )
  await servers[1].stop()
}

/** By name, how often it occurs. */
const counted = (names: string[]) => new Map([...Map.groupBy(names, String)].map(([name, all]) => [name, all.length]))

it.each(Array.from({ length: FEW_ROUNDS }, (_, round) => round))(
  'mails of two servers, one of which is killed, all arrive, and at most the one that it was at does twice (round %i)',
  async () => {
    const before = smtp.mails().length
    const mails = () => smtp.mails().slice(before)
    await killOneAtWork(
      async () => {
        await ask(
          url,
          `insert into jobs (id, kind, payload, run_at, attempts)
           select 'job-' || id, 'mail', '{"template":"registered","user_id":"' || id || '","is_new":true}', '2026-01-01', 0 from users`,
        )
      },
      () => mails().length > JOBS / 4,
    )
    const arrived = counted(mails().map((mail) => /^To: (.+?)\r?$/m.exec(mail)?.[1] ?? mail))
    expect(arrived.size).toBe(JOBS)
    expect(mails().length).toBeLessThanOrEqual(JOBS + 1)
  },
)

const whenSent = ['at once', 'at a time'] as const
it.each(Array.from({ length: FEW_ROUNDS }, (_, round) => whenSent.map((when) => [when, round] as const)).flat())(
  'a notification that is sent %s, whose server is killed, reaches everybody, or says of whom it is not known; nobody twice (round %i)',
  async (when) => {
    const before = fcm.taken.length
    const taken = () => fcm.taken.slice(before).map(({ token }) => token)
    let id = ''
    await killOneAtWork(
      async (server) => {
        const call = callerOf(server.url, keyOf(dataDir), await signIn(server.url, dataDir))
        const message = {
          title: 'Recall',
          description: 'Please call.',
          purpose: 'safety' as const,
          all_matching: { filters: {} },
          expect: JOBS,
          ...(when === 'at a time' && { send_at: new Date(Date.now() + 1500).toISOString() }),
        }
        id = answered(await call(notifications.send, message)).data._id
      },
      () => taken().length > JOBS / 4,
    )
    const states = await ask<{ user_id: string; state: string }>(
      url,
      `select user_id, state from notification_recipients where notification_id = '${id}'`,
    )
    expect(Math.max(...counted(taken()).values())).toBe(1)
    const told = states.filter(({ state }) => state === 'accepted').map(({ user_id }) => `device-${user_id}`)
    expect(told.filter((token) => !taken().includes(token))).toEqual([])
    const unknown = states.filter(({ state }) => state === 'unknown')
    expect(told.length + unknown.length).toBe(JOBS)
    expect(unknown.length).toBeLessThanOrEqual(20)
  },
)

it.each(Array.from({ length: FEW_ROUNDS }, (_, round) => round))(
  'a server that was only paused for longer than its lease leaves the message to the other, and the counts stay right (round %i)',
  async () => {
    const before = fcm.taken.length
    const taken = () => fcm.taken.slice(before).map(({ token }) => token)
    // Long enough for it to be paused while it waits for the push service, and so in no transaction.
    fcm.state.whim = () => ({ delay: 300 })
    const paused = await startOn(url, dataDir, env)
    const call = callerOf(paused.url, keyOf(dataDir), await signIn(paused.url, dataDir))
    const message = {
      title: 'Recall',
      description: 'Please call.',
      purpose: 'safety' as const,
      all_matching: { filters: {} },
      expect: JOBS,
    }
    const id = answered(await call(notifications.send, message)).data._id
    const inState = (state: string) =>
      ask<{ seq: number }>(
        url,
        `select seq from notification_recipients where notification_id = '${id}' and state = '${state}'`,
      )
    await vi.waitFor(async () => expect(await inState('sending')).not.toEqual([]), { ...ALL, interval: 5 })
    paused.process.kill('SIGSTOP')
    await ask(url, `update jobs set run_at = '2026-01-01' where attempts > 0`)
    const other = await startOn(url, dataDir, env)
    await vi.waitFor(async () => expect(await inState('unknown')).not.toEqual([]), ALL)
    paused.process.kill('SIGCONT')
    await vi.waitFor(
      async () => expect(await ask(url, 'select kind, last_error from jobs where key is null')).toEqual([]),
      ALL,
    )
    await paused.stop()
    await other.stop()
    fcm.state.whim = () => ({ delay: 20 })

    const [row] = await ask<{ counts: string }>(url, `select counts from notifications where id = '${id}'`)
    const counts: Record<string, number> = JSON.parse(row?.counts ?? '{}')
    for (const [state, count] of Object.entries(counts))
      expect([state, count]).toEqual([state, (await inState(state)).length])
    expect((counts.accepted ?? 0) + (counts.unknown ?? 0)).toBe(JOBS)
    expect(Math.max(...counted(taken()).values())).toBe(1)
  },
)
