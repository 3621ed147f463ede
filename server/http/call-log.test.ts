import { Writable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify'
import { pino } from 'pino'
import { afterEach, expect, it, vi } from 'vitest'
import { years } from '#contract/years.ts'
import { buildApp } from '../app.ts'
import { AppError } from '../errors.ts'
import { openLog } from '../log.ts'
import { API_KEY, buildTestApp } from '../testing/build-test-app.ts'
import { logCalls } from './call-log.ts'
import { answerError } from './error-handler.ts'

type Line = { level: number; path: string; status: number; by?: string; request_id: string; failure?: string }
let lines: Line[] = []
afterEach(() => void (lines = []))
const sink = new Writable({ write: (line, _encoding, done) => (lines.push(JSON.parse(String(line))), done()) })
const log = pino(sink)

function build(all: boolean, logger = log) {
  const app = Fastify({
    loggerInstance: logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
  })
  app.setErrorHandler(answerError)
  logCalls(app, { all })
  app.get('/quick', () => ({}))
  app.get('/slow', async () => setTimeout(1100, {}))
  app.get('/stream', { config: { stream: true } }, async () => setTimeout(1100, {}))
  app.get('/away', () => Promise.reject(new AppError(503, 'away')))
  app.get('/broken', () => Promise.reject(new Error('a bug')))
  return app
}
const calls = () => lines.filter(({ path }) => path)

it('A call that fails or is slow has one line, others none', async () => {
  const app = build(false)
  await Promise.all(['/quick?code=7', '/stream', '/slow?token=secret', '/broken?x=1'].map((url) => app.inject(url)))
  expect(calls().sort((a, b) => a.path.localeCompare(b.path))).toMatchObject([
    { level: 40, method: 'GET', path: '/broken', status: 500, failure: 'a bug', request_id: expect.any(String) },
    { level: 40, method: 'GET', path: '/slow', status: 200, ms: expect.any(Number) },
  ])
  expect(JSON.stringify(lines)).not.toMatch(/secret|x=1/)
})

it('Calls that fail alike are written once and then counted, with an access log each time', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  const written = async (all: boolean) => {
    lines = []
    const app = build(all, openLog('info', sink))
    for (const url of ['/broken', '/broken', '/away', '/broken?x=1']) await app.inject(url)
    return calls().map(({ path, status }) => [path, status])
  }
  const [broken, away] = [
    ['/broken', 500],
    ['/away', 503],
  ]
  expect(await written(false)).toEqual([broken, away])
  vi.advanceTimersByTime(60_000)
  expect(lines.at(-1)).toMatchObject({
    level: 40,
    method: 'GET',
    path: '/broken',
    status: 500,
    msg: 'a call failed: 2 more in the last minute',
  })
  expect(await written(true)).toEqual([broken, broken, away, broken])
  vi.useRealTimers()
})

it('With an access log each request has one: who asked by id, and neither queries nor the addresses of pages', async () => {
  const app = await buildTestApp({ ACCESS_LOG: 'true' })
  const loud = await buildApp({ ...app.deps, log }, { version: '0', webFolder: app.dataDir })
  const headers = { 'x-api-key': API_KEY, token: app.token }
  await loud.inject({ method: 'POST', url: `/api/v1/${years.list.path}?platform=web`, headers, payload: {} })
  await loud.inject('/reset-password/ada@example.com?code=1')
  expect(calls()).toMatchObject([
    { level: 30, path: `/api/v1/${years.list.path}`, status: 200, by: expect.any(String) },
    { level: 40, path: '/reset-password', status: 503 },
  ])
  expect(JSON.stringify(lines)).not.toContain('ada@')
  expect(JSON.stringify(lines)).not.toContain(app.token)
  await loud.close()
  await app.close()
})
