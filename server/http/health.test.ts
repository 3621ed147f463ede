import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { inOrder } from '../testing/facts.ts'
import { freePort } from '../testing/free-port.ts'
import { standing } from '../watch/conditions.ts'
import type { Facts } from '../watch/facts.ts'
import type { Looked } from '../watch/watch.ts'
import { startMetrics } from './metrics.ts'

let app: TestApp
beforeEach(async () => {
  app = await buildTestApp()
})
afterEach(() => app.close())

/** The current conditions of a test's installation. */
const conditions = [{ name: 'backup_none', severity: 'notice' }]

describe('the addresses for those who watch', () => {
  it('say that the process answers and can work, to anybody', async () => {
    expect((await app.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
    const ready = await app.app.inject('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready', database: 'ok', conditions }])
  })

  it('say that the database is gone, and nothing about it', async () => {
    await app.db.schema.dropTable('migrations').execute()
    const ready = await app.app.inject('/readyz')
    expect([ready.statusCode, ready.json()]).toMatchObject([503, { status: 'not ready', database: 'down' }])
    expect(ready.json().conditions).toContainEqual({ name: 'database_down', severity: 'critical' })
    expect((await app.app.inject('/healthz')).statusCode).toBe(200)
  })
})

it('Those who ask together have the installation looked at once', async () => {
  let looks = 0
  const readFacts = async () => {
    looks++
    return inOrder
  }
  const watched = await buildTestApp({}, { readFacts })
  await Promise.all([1, 2, 3].map(() => watched.app.watch.look()))
  expect(looks).toBe(1)
  await watched.app.watch.look()
  expect(looks).toBe(2)
  await watched.close()
})

const backups = {
  last: '2026-11-21T12:00:00.000Z',
  problem: 'no room',
  overdue: true,
  ofStorage: false,
  missing: 0,
  by: null,
}
const looked = (more: Partial<Facts>): Looked => {
  const facts = { ...inOrder, ...more }
  return { facts, standing: standing(facts) }
}

describe('metrics', () => {
  it('never need the database: they say that it is away, and what was known last', async () => {
    const served = Fastify()
    const port = await freePort()
    let answer: () => Promise<Looked> = () => Promise.reject(new Error('away'))
    const metrics = startMetrics(served, { host: '127.0.0.1', port }, { watch: { look: () => answer() } })
    await metrics.listen()
    let isKnown = false
    const read = async () => {
      const response = await fetch(`http://127.0.0.1:${port}/`)
      const text = await response.text()
      if (!isKnown) expect(text).not.toMatch(/^files_missing /m)
      return [response.status, /^database_up (.*)$/m.exec(text)?.[1], /^jobs_waiting (.*)$/m.exec(text)?.[1]]
    }
    expect(await read()).toEqual([200, '0', undefined])
    isKnown = true
    answer = async () => looked({ jobs: { waiting: 7, failing: 0, given_up: 0 } })
    expect(await read()).toEqual([200, '1', '7'])
    answer = () => new Promise(() => {})
    expect(await read()).toEqual([200, '0', '7'])
    await metrics.stop()
    await served.close()
  })

  it('count calls by route and status at a port of their own', async () => {
    const served = Fastify()
    const metrics = startMetrics(
      served,
      { host: '127.0.0.1', port: 39_517 },
      {
        watch: {
          look: async () =>
            looked({
              jobs: { waiting: 3, failing: 2, given_up: 1 },
              missingFiles: 2,
              sweep: { files: 3, stopped: true, missing: 2, by: 'office-1:3000', at: backups.last },
              backups,
            }),
        },
        heartbeat: { servers: () => 3, offset: () => -1500, hears: () => false },
      },
    )
    served.get('/years/:id', () => ({}))
    await metrics.listen()
    await served.inject('/years/7')
    await served.inject('/nothing')
    const text = await (await fetch('http://127.0.0.1:39517/')).text()
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="/years/:id",status="200"} 1')
    expect(text).toContain('http_request_duration_seconds_count{method="GET",route="none",status="404"} 1')
    for (const line of ['jobs_waiting 3', 'jobs_failing 2', 'jobs_given_up 1', 'backup_failed 1'])
      expect(text).toContain(line)
    expect(text).toContain(`backup_last_timestamp_seconds ${Date.parse(backups.last) / 1000}`)
    expect(text).toContain('files_missing 2')
    for (const line of ['servers_alive 3', 'clock_offset_seconds -1.5', 'live_events_heard 0'])
      expect(text).toContain(line)
    expect(text).toContain('files_sweep_stopped 1')
    expect(text).toContain('process_resident_memory_bytes')
    await metrics.stop()
    await served.close()
  })
})
