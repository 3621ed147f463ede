import { hostname } from 'node:os'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { system } from '#contract/system.ts'
import { buildApp } from '../app.ts'
import { followClock, isoNow, newId, now } from '../clock.ts'
import { isPostgres } from '../db/engines/is-postgres.ts'
import { isBeingUpdated, readDatabaseClock, saveServer, schemaOfRelease } from '../db/engines/servers.ts'
import { leaseNext, postpone } from '../jobs/lease.ts'
import { mailLater } from '../resources/letters.ts'
import { ADMIN, API_KEY, buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { waitFor } from '../testing/wait-for.ts'
import { forgetBackups, note } from '../watch/notes.ts'
import { localBus } from './bus.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'

let test: TestApp
let heartbeat: Heartbeat
const log = { warn: vi.fn(), error: vi.fn(), info: vi.fn() }
const start = (bus = localBus()) => startHeartbeat(test.db, { port: 3000, release: '9.9.9', bus, every: 20 }, log)
let app: Awaited<ReturnType<typeof buildApp>>
beforeEach(async () => {
  test = await buildTestApp()
  heartbeat = await start()
  app = await buildApp({ ...test.deps, heartbeat }, { version: '0.0.0', webFolder: test.dataDir })
})
afterEach(async () => {
  await app.close()
  await heartbeat.stop()
  followClock(undefined)
  await test.close()
})

const headers = () => ({ 'x-api-key': API_KEY, token: test.token })
const post = (path: string, payload: object = {}) =>
  app.inject({ method: 'POST', url: `/api/v1/${path}`, payload, headers: headers() })

it('A server writes that it is there, and the page of the system shows it', async () => {
  const answer = await post(system.status.path)
  const { data } = system.status.output.parse(answer.json())
  const offset = isPostgres(test.db) ? expect.any(Number) : null
  expect(data.servers).toEqual([
    {
      _id: heartbeat.id,
      name: `${hostname()}:3000`,
      release: '9.9.9',
      schema: schemaOfRelease,
      started_at: expect.any(String),
      seen_at: expect.any(String),
      is_alive: true,
      is_paused: false,
      is_stopped: false,
      clock_offset_ms: offset,
      hears: null,
      is_this: true,
    },
  ])
  expect(data.database).toMatchObject({ kind: isPostgres(test.db) ? 'PostgreSQL' : 'SQLite', schema: schemaOfRelease })
  expect(data.database.bytes).toBeGreaterThan(0)
  expect(data).toMatchObject({ backups: null, failed_mails: [], jobs: { waiting: 0, failing: 0, given_up: 0 } })
  expect((await app.inject('/readyz')).json()).toMatchObject({ status: 'ready', servers: 1 })
  const second = await start()
  expect((await app.inject('/readyz')).json()).toMatchObject({ servers: expect.any(Number) })
  await waitFor(() => expect(heartbeat.servers()).toBe(2))
  await second.stop()
  await waitFor(() => expect(heartbeat.servers()).toBe(1))
})

it('The page of the system names mails that failed, and nothing of what they say or to whom', async () => {
  await mailLater(test.db, 'reset-code', { email: ADMIN.email, request: 'secret' })
  const job = await leaseNext(test.db, new Map([['mail', {}]]))
  if (job) await postpone(test.db, job, 'connect ECONNREFUSED', 60)
  const answer = await post(system.status.path)
  const { data } = system.status.output.parse(answer.json())
  expect(data.failed_mails).toEqual([
    {
      _id: expect.any(String),
      kind: 'reset code',
      asked_at: expect.any(String),
      attempts: 1,
      error: 'connect ECONNREFUSED',
      given_up: false,
    },
  ])
  expect(data).toMatchObject({ failed_mail_count: 1, jobs: { waiting: 1, failing: 1, given_up: 0 } })
  expect(answer.body).not.toContain(ADMIN.email)
  expect(answer.body).not.toContain('secret')
})

/** A server that no longer reports was last seen then. */
const leaveServer = (id: string, name: string, ago: number) =>
  saveServer(test.db, {
    id,
    name,
    release: '9.9.9',
    schema_name: schemaOfRelease,
    started_at: isoNow(-ago),
    seen_at: isoNow(-ago),
    offset_ms: null,
    hears: null,
    state: 'serving',
  })
const told = async () =>
  system.status.output
    .parse((await post(system.status.path)).json())
    .data.conditions.map(({ name, words }) => [name, words])
const HOUR = 3_600_000
const backupsOf = (ago: number) => ({
  last: isoNow(-ago),
  problem: null,
  ofStorage: false,
  missing: 0,
  since: isoNow(-ago),
  everyHours: 24,
})

it('A server that ends without saying so is told, until it is back under its name or an administrator forgets it', async () => {
  await leaveServer('killed', 'office-2:3000', 50 * HOUR)
  expect(await told()).toContainEqual(['server_gone', expect.stringContaining('office-2:3000, last seen ')])
  await leaveServer('back', 'office-2:3000', 0)
  expect((await told()).map(([name]) => name)).not.toContain('server_gone')
  const refused = await post(system.forgetServer.path, { server_id: 'back' })
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'This server is running.'])
  await leaveServer('back', 'office-2:3000', HOUR)
  for (const server_id of ['back', 'killed'])
    expect((await post(system.forgetServer.path, { server_id })).json().message).toBe('Forgot office-2:3000.')
  expect((await told()).map(([name]) => name)).not.toContain('server_gone')
})

it('Backups of a server that was killed are late for the others, until one makes them or they are forgotten', async () => {
  await leaveServer('killed', 'office-2:3000', 50 * HOUR)
  await note(test.db, 'office-2:3000', 'backups', backupsOf(50 * HOUR))
  expect(await told()).toContainEqual([
    'backup_late',
    expect.stringMatching(/^No backup was finished in time by office-2:3000; the last one is from /),
  ])
  await note(test.db, heartbeat.name, 'backups', backupsOf(HOUR))
  expect((await told()).map(([name]) => name)).toEqual(['server_gone'])
  await note(test.db, 'office-2:3000', 'backups', backupsOf(50 * HOUR))
  await forgetBackups(test.db, heartbeat.name)
  await post(system.forgetServer.path, { server_id: 'killed' })
  expect((await told()).map(([name]) => name)).toEqual(['backup_none'])
})

it('A server that stops is forgotten, unless it is the one that makes backups: these go missing', async () => {
  const second = await start()
  await note(test.db, second.name, 'backups', backupsOf(HOUR))
  await second.stop()
  await leaveServer('other', 'office-3:3000', 0)
  const servers = async () =>
    (await test.db.selectFrom('servers').select(['id', 'state']).execute()).map(({ id }) => id)
  expect(await servers()).toContain(second.id)
  await forgetBackups(test.db)
  await leaveServer('other', 'office-3:3000', 0)
  expect(await servers()).not.toContain(second.id)
})

it('What a sweep found is told by every server, with who found it and when', async () => {
  await note(test.db, 'office-2:3000', 'sweep', { files: 9, stopped: true, missing: 2 })
  expect(await told()).toEqual(
    expect.arrayContaining([
      ['files_missing', expect.stringMatching(/^2 files that records need are missing, as office-2:3000 found at /)],
      ['sweep_stopped', expect.stringContaining('too many files belong to no record, as office-2:3000 found at ')],
    ]),
  )
  expect((await app.inject('/readyz')).json()).toMatchObject({ files: 'sweep stopped', missing_files: 2 })
})

it('A server that meets a newer schema takes no calls, and goes on when a migration has failed', async () => {
  const mark = { name: '9999-next', applied_at: isoNow() }
  await test.db.insertInto('migrations').values(mark).execute()
  await waitFor(() => expect(heartbeat.isPaused()).toBe(true))
  for (const path of [system.status.path, account.login.path]) {
    const answer = await post(path)
    expect([answer.statusCode, answer.headers['retry-after'], answer.json().message]).toEqual([
      503,
      '10',
      'The back-office is being updated. Please try again in a moment.',
    ])
  }
  const owner = await app.inject({ method: 'POST', url: '/app/v1/users/login', headers: headers(), payload: {} })
  expect(owner.statusCode).toBe(503)
  const ready = await app.inject('/readyz')
  expect([ready.statusCode, ready.json().status]).toEqual([503, 'being updated'])
  const row = await test.db.selectFrom('servers').select('state').where('id', '=', heartbeat.id).executeTakeFirst()
  expect(row?.state).toBe('paused')
  await test.db.deleteFrom('migrations').where('name', '=', mark.name).execute()
  await waitFor(() => expect(heartbeat.isPaused()).toBe(false))
  expect((await post(system.status.path)).statusCode).toBe(200)
})

it('A server is asked to make room by whoever is about to migrate', async () => {
  const shared = { release: '', started_at: isoNow(), offset_ms: null, hears: null, state: 'paused' } as const
  const update = { ...shared, id: 'update', name: 'update', seen_at: isoNow(), schema_name: '9999-next' }
  await test.db.insertInto('servers').values(update).execute()
  expect(await isBeingUpdated(test.db)).toBe(true)
  await test.db
    .updateTable('servers')
    .set({ seen_at: isoNow(-60_000) })
    .where('id', '=', 'update')
    .execute()
  expect(await isBeingUpdated(test.db)).toBe(false)
})

it('The time is that of the database where it has a clock, and ids sort by it', async () => {
  const offset = await readDatabaseClock(test.db)
  if (isPostgres(test.db)) expect(Math.abs(offset ?? Number.NaN)).toBeLessThan(1000)
  else expect(offset).toBeNull()
  const before = newId()
  followClock({ database: Date.now() + 300_000, monotonic: performance.now() })
  expect(now() - Date.now()).toBeGreaterThan(299_000)
  const ahead = [newId(), newId()]
  followClock({ database: Date.now() + 295_000, monotonic: performance.now() })
  const after = newId()
  expect([before, ...ahead, after].toSorted()).toEqual([before, ...ahead, after])
})

it('A clock that is far off is said once, in the log and where an operator looks', async () => {
  log.warn.mockClear()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => new Date().getTime() + 300_000)
  if (isPostgres(test.db)) {
    await waitFor(() => expect(heartbeat.clockIsOff()).toBe(true))
    const ready = (await app.inject('/readyz')).json()
    expect(ready).toMatchObject({ status: 'ready', clock: 'off' })
    expect(ready.clock_offset_ms).toBeGreaterThan(299_000)
    expect(log.warn).toHaveBeenCalledTimes(1)
  } else expect(heartbeat.offset()).toBeNull()
  clock.mockRestore()
})
