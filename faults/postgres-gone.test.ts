import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import type { RunningServer } from '../e2e/server.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { random } from '../server/testing/seed.ts'
import { answered, type Call, callerOf } from './call.ts'
import { History } from './history.ts'
import { ask, checkAndSettle, connect, createDatabase, startOn, throughAnyOf } from './postgres.ts'
import { PATIENCE, ROUNDS, report } from './rounds.ts'
import { counter, keyOf, prepare, signIn, type Targets, writeSideBySide } from './workload.ts'

/** Nobody waits longer for an answer, in milliseconds. */
const LONGEST = 15_000
const isSoon = (milliseconds: number) => milliseconds < 6000
const NO_DATA = { status: 503, body: { message: expect.stringContaining('data'), request_id: expect.any(String) } }
const OTHERS = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`

const history = new History()
const next = counter()
let postgres: Awaited<ReturnType<typeof startPrivatePostgres>>
let url: string
let dataDir: string
let servers: RunningServer[]
let calls: Call[]
let targets: Targets
vi.setConfig({ testTimeout: PATIENCE })

beforeAll(async () => {
  postgres = await startPrivatePostgres({ durable: true })
  url = await createDatabase(postgres)
  dataDir = mkdtempSync(join(tmpdir(), 'gone-'))
  servers = [await startOn(url, dataDir), await startOn(url, dataDir)]
  const token = await signIn(servers[0]?.url ?? '', dataDir)
  calls = servers.map((server) => callerOf(server.url, keyOf(dataDir), token))
  targets = await prepare(calls[0] as Call, history)
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  postgres.throwAway()
  rmSync(dataDir, { recursive: true })
  report('PostgreSQL gone', history)
})

const statusesOf = (path: string) => Promise.all(servers.map(async (server) => (await fetch(server.url + path)).status))

/** Writes through both servers while `trouble` happens, until they write again, and checks the result. */
async function writeThrough(trouble: () => Promise<void>) {
  const { call, unusual, longest } = throughAnyOf(calls)
  let goesOn = true
  const writing = writeSideBySide(call, history, targets, next, async (known) => {
    if (!known) await setTimeout(50)
    return goesOn
  })
  await setTimeout(100 + random() * 500)
  await trouble()
  const before = history.acknowledged()
  await vi.waitFor(() => expect(history.acknowledged()).toBeGreaterThan(before + 20), { timeout: 120_000 })
  goesOn = false
  await writing
  for (const outcome of unusual) expect(outcome).toMatchObject(NO_DATA)
  expect(longest()).toBeLessThan(LONGEST)
  expect(servers.map(({ process }) => process.exitCode)).toEqual([null, null])
  expect(await statusesOf('/readyz')).toEqual([200, 200])
  await checkAndSettle(history, url, dataDir)
  await jobsAreDone()
  return unusual.length
}

async function jobsAreDone() {
  await ask(
    url,
    `insert into jobs (id, kind, payload, run_at, attempts)
     values (gen_random_uuid()::text, 'mail', '{"template":"reset-code","email":"nobody@example.com"}', '2026-01-01', 0)`,
  )
  await vi.waitFor(async () => expect(await ask(url, 'select * from jobs where key is null')).toEqual([]), {
    timeout: 120_000,
  })
}

describe('two servers whose PostgreSQL', () => {
  const ways = Array.from({ length: ROUNDS }, (_, round) => round % 2 === 0)
  it.each(ways.map((immediate) => (immediate ? 'immediate' : 'killed')))(
    'ends suddenly (%s) say so, go on by themselves when it is back, and lose nothing',
    async (way) => {
      const turnedAway = await writeThrough(async () => {
        await postgres.crash(way)
        expect(await statusesOf('/healthz')).toEqual([200, 200])
        expect(await statusesOf('/readyz')).toEqual([503, 503])
        for (const call of calls) expect(await call(years.list, {})).toMatchObject(NO_DATA)
        await setTimeout(random() * 2000)
        await postgres.start()
      })
      expect(turnedAway).toBeGreaterThan(0)
    },
  )

  it.each(ways)('cuts connections in the middle of transactions lose nothing', async () => {
    const turnedAway = await writeThrough(async () => {
      for (let cut = 0; cut < 10; cut++) {
        // The seed and the process id decide which connections are cut.
        const chance = `and mod(pid * ${Math.floor(random() * 1000) * 2 + 1}, 10) < 7`
        await ask(url, `select pg_terminate_backend(pid) ${OTHERS} ${cut < 9 ? chance : ''}`)
        await setTimeout(random() * 300)
      }
    })
    expect(turnedAway).toBeGreaterThan(0)
  })

  it.each(ways)('hangs say so within seconds, and go on by themselves when it answers again', async () => {
    const turnedAway = await writeThrough(async () => {
      postgres.hang()
      try {
        for (const place of [1, 2, 3]) {
          const asked = performance.now()
          const outcomes = await Promise.all(
            Array.from({ length: 30 }, (_, turn) => (calls[turn % 2] as Call)(years.list, {})),
          )
          for (const outcome of outcomes) expect(outcome).toMatchObject(NO_DATA)
          expect([place, Math.round(performance.now() - asked)]).toEqual([place, expect.toSatisfy(isSoon)])
        }
        expect(await statusesOf('/healthz')).toEqual([200, 200])
        expect(await statusesOf('/readyz')).toEqual([503, 503])
      } finally {
        postgres.goOn()
      }
    })
    expect(turnedAway).toBeGreaterThan(0)
  })

  it('takes no more connections say so, and go on when there is room', async () => {
    const own = await connect(url)
    const taken = await takeAllConnections()
    const serversOwn = `${OTHERS} and application_name <> ''`
    try {
      // A server may have reconnected before all free connections were taken, or be about to.
      for (let quiet = 0; quiet < 5; quiet++) {
        if ((await own.query(`select pid ${serversOwn}`)).rowCount) quiet = 0
        await own.query(`select pg_terminate_backend(pid) ${serversOwn}`)
        taken.push(...(await takeAllConnections()))
        await setTimeout(100)
      }
      for (const call of calls) expect(await call(years.list, {})).toMatchObject(NO_DATA)
      expect(await statusesOf('/healthz')).toEqual([200, 200])
      expect(await statusesOf('/readyz')).toEqual([503, 503])
    } finally {
      await Promise.all([own, ...taken].map((client) => client.end()))
    }
    await writeThrough(async () => {})
  })

  it('holds a lock for long still list, and say so to those who write', async () => {
    const holder = await connect(url)
    await holder.query('begin; lock table topics in exclusive mode')
    const write = (topic_id: string, place: number) =>
      (calls[place % 2] as Call)(topics.edit, { topic_id, name: `Renamed ${place}`, seq_no: place })
    const start = performance.now()
    const writing = Promise.all([...targets.topic_ids, ...targets.topic_ids, ...targets.topic_ids].map(write))
    await setTimeout(500)
    for (const call of calls) {
      const asked = performance.now()
      answered(await call(topics.list, {}))
      answered(await call(years.list, {}))
      expect(performance.now() - asked).toBeLessThan(2000)
    }
    for (const outcome of await writing) expect(outcome).toMatchObject(NO_DATA)
    expect(performance.now() - start).toBeLessThan(LONGEST)
    await holder.query('rollback')
    await holder.end()
    await writeThrough(async () => {})
  })

  it('needs very long for a statement, or leaves one connection without a word, say so to that caller alone', async () => {
    await ask(
      url,
      `create function rests() returns trigger language plpgsql as $$ begin perform pg_sleep(600); return new; end $$;
       create trigger rests before update on topics for each row execute function rests()`,
    )
    const [slow = '', silent = ''] = targets.topic_ids
    const write = (topic_id: string) => (calls[0] as Call)(topics.edit, { topic_id, name: 'Renamed', seq_no: 9 })
    const writing = Promise.all([write(slow), write(silent)])
    const resting = () => ask<{ pid: number }>(url, `select pid ${OTHERS} and wait_event = 'PgSleep'`)
    await vi.waitFor(async () => expect(await resting()).toHaveLength(2), { timeout: 120_000 })
    const pid = (await resting())[0]?.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    try {
      let goesOn = true
      const reading = (async () => {
        while (goesOn) for (const call of calls) answered(await call(topics.list, {}))
      })()
      for (const outcome of await writing) expect(outcome).toMatchObject(NO_DATA)
      goesOn = false
      await reading
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await ask(url, 'drop trigger rests on topics')
    await writeThrough(async () => {})
  })
})

/** Opens connections until there are no more. */
async function takeAllConnections() {
  const taken: Awaited<ReturnType<typeof connect>>[] = []
  try {
    for (;;) taken.push(await connect(url))
  } catch (error) {
    expect((error as { code?: string }).code).toBe('53300')
    return taken
  }
}
