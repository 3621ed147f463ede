import Fastify from 'fastify'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { system } from '#contract/system.ts'
import { FIT } from '../db/engines/fitness.ts'
import { startMetrics } from '../http/metrics.ts'
import type { Trouble } from '../integrations/asked.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { inOrder } from '../testing/facts.ts'
import { freePort } from '../testing/free-port.ts'
import { type ConditionName, conditionNames, conditions, standing } from './conditions.ts'
import type { Facts } from './facts.ts'
import { logConditions } from './watch.ts'

const held = (service: 'mail' | 'push', about: 'set-up' | 'later'): Partial<Facts> => ({
  held: [{ service, about, reason: 'because', since: '2026-11-21T12:00:00.000Z', forMs: 1_200_000, waiting: 3 }],
})
const asked = (service: Trouble['service'], about: Trouble['about']): Partial<Facts> => ({
  troubles: [{ service, about, reason: 'because', since: 0 }],
})
const webhook = {
  host: 'erp.example.com',
  given_up: 0,
  waiting: 0,
  failingForMs: 0,
  isGone: false,
  isPaused: false,
  missed: 0,
}
const backup = {
  last: '2026-11-21T12:00:00.000Z',
  problem: null,
  overdue: false,
  ofStorage: false,
  missing: 0,
  by: null,
}

/** Facts that cause each condition. A new condition needs a line here, or this file does not compile. */
const facts: Record<ConditionName, Partial<Facts>> = {
  database_down: { database: 'down' },
  database_refused: { database: 'refused' },
  rights_missing: { unfit: { ...FIT, rights: 'The user rv lacks rights.' } },
  sequences_behind: { unfit: { ...FIT, sequences: 'Sequences are behind.' } },
  encoding_narrow: { unfit: { ...FIT, encoding: 'The encoding is LATIN1.' } },
  mail_refused: held('mail', 'set-up'),
  mail_silent: held('mail', 'later'),
  push_refused: held('push', 'set-up'),
  push_silent: held('push', 'later'),
  storage_refused: asked('storage', 'set-up'),
  storage_silent: asked('storage', 'later'),
  warranty_refused: asked('warranty', 'set-up'),
  warranty_silent: asked('warranty', 'later'),
  sign_in_refused: asked('sign-in', 'set-up'),
  sign_in_silent: asked('sign-in', 'later'),
  jobs_given_up: { jobs: { waiting: 0, failing: 0, given_up: 2 } },
  jobs_failing: { jobs: { waiting: 1, failing: 1, given_up: 0 } },
  webhooks_given_up: { webhooks: [{ ...webhook, given_up: 3 }] },
  webhooks_silent: { webhooks: [{ ...webhook, waiting: 2, failingForMs: 1_200_000 }] },
  webhooks_paused: { webhooks: [{ ...webhook, waiting: 2, isPaused: true, missed: 1200 }] },
  backup_failed: { backups: { ...backup, problem: 'no room', overdue: true } },
  backup_late: { backups: { ...backup, overdue: true } },
  backup_none: { backups: null },
  files_missing: { missingFiles: 1 },
  sweep_stopped: { sweep: { files: 3, stopped: true, missing: 0, by: 'office-2:3000', at: backup.last } },
  server_gone: { goneServers: [{ name: 'office-2:3000', seen_at: backup.last }] },
  disk_low: { freeBytes: 1000 },
  clock_off: { clockOffset: -5000 },
  changes_unheard: { hears: false },
  other_schema: { otherSchemas: ['office-2:3000'] },
  replica_unused: { replica: 'it is silent' },
  proxy_untrusted: { forwardedIgnored: true },
}

const cannotSave: ConditionName[] = ['database_down', 'database_refused', 'rights_missing', 'sequences_behind']

let now: Facts
let app: TestApp
beforeEach(async () => {
  app = await buildTestApp({}, { readFacts: async () => now })
})
afterEach(() => app.close())

it('A backup that failed for the file storage has the remedy of the storage', () => {
  const remedyOf = (ofStorage: boolean) =>
    standing({ ...inOrder, backups: { ...backup, problem: 'why', overdue: true, ofStorage } })[0]?.remedy
  expect(remedyOf(true)).toContain('S3_BUCKET')
  expect(remedyOf(false)).toContain('BACKUP_DIR')
})

it('says nothing of an installation in order', () => {
  expect(standing(inOrder)).toEqual([])
})

describe.each(conditionNames)('%s', (name) => {
  const { severity } = conditions[name]
  beforeEach(() => {
    now = { ...inOrder, ...facts[name] }
  })
  const [one] = standing({ ...inOrder, ...facts[name] })

  it('alone stands in its facts, as a sentence', () => {
    expect(standing(now).map((found) => found.name)).toEqual([name])
    expect(one?.words).toMatch(/^[A-Z0-9]/)
    expect(one?.remedy).toMatch(/\.$/)
  })

  it('is on /readyz, which is 503 only where nothing can be saved', async () => {
    const ready = await app.app.inject('/readyz')
    expect(ready.statusCode).toBe(cannotSave.includes(name) ? 503 : 200)
    expect(ready.json().conditions).toEqual([{ name, severity }])
    expect(ready.body).not.toContain('because')
  })

  it('is in the metrics', async () => {
    const served = Fastify()
    const port = await freePort()
    const metrics = startMetrics(served, { host: '127.0.0.1', port }, { watch: app.app.watch })
    await metrics.listen()
    const text = await (await fetch(`http://127.0.0.1:${port}/`)).text()
    const values = [...text.matchAll(/^condition{name="(\w+)",severity="(\w+)"} (\d)$/gm)].map(
      ([, of = '', level, value]) => [of, level, value] as const,
    )
    expect(values.map(([of]) => of).toSorted()).toEqual(conditionNames.toSorted())
    expect(values.filter(([, , value]) => value === '1')).toEqual([[name, severity, '1']])
    await metrics.stop()
    await served.close()
  })

  it('is in the call that System and the dashboard show', async () => {
    expect((await app.call(system.status, {})).data.conditions).toEqual([one])
  })

  it('is in the log when it begins and when it ends', async () => {
    const lines: [string, object, string][] = []
    const note = (level: string) => (details: object, words: string) => void lines.push([level, details, words])
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const log = { error: note('error'), warn: note('warn'), info: note('info') }
    const logged = logConditions(app.app.watch, log)
    const turn = () => vi.advanceTimersByTimeAsync(60_000)
    await turn()
    await turn()
    now = inOrder
    await turn()
    await logged.stop()
    vi.useRealTimers()
    const level = { critical: 'error', warning: 'warn', notice: 'info' }[severity]
    expect(lines).toEqual([
      [level, { condition: name, severity }, `${one?.words} ${one?.remedy}`],
      ['info', { condition: name, severity }, 'this condition is over'],
    ])
  })
})
