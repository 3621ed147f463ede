import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { account, tokenOf } from '#contract/account.ts'
import { administrators, invitations } from '#contract/administrators.ts'
import { records } from '#contract/changes.ts'
import { sessions } from '#contract/sign-in.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { years } from '#contract/years.ts'
import { readApiKey } from '../auth/own-secrets.ts'
import { openPostgres } from '../db/engines/open-postgres.ts'
import { migrate, migrations } from '../db/migrate.ts'
import { inTransaction } from '../db/transaction.ts'
import { createFirstAdmin } from '../start/first-admin.ts'
import { ADMIN, buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { createTestDatabase, openTestDatabase, TEST_SERVER } from '../testing/open-test-database.ts'
import { waitFor } from '../testing/wait-for.ts'
import type { LiveEvent } from './bus.ts'

describe.runIf(TEST_SERVER)('two servers on one database', () => {
  let url: string
  let one: TestApp
  let other: TestApp
  beforeAll(async () => {
    url = await createTestDatabase(TEST_SERVER ?? '')
    one = await buildTestApp({ DATABASE_URL: url })
    other = await buildTestApp({ DATABASE_URL: url })
  })
  afterAll(async () => {
    await one.close()
    await other.close()
  })

  it('share sessions: who signs in at one is known to the other, and signed out at one is signed out', async () => {
    const token = await one.signIn()
    expect((await other.call(account.me, {}, { token })).data.email).toBe(ADMIN.email)
    await other.call(account.logout, {}, { token })
    expect((await one.refusal(account.me, {}, { token })).status).toBe(401)
  })

  it('count tries at a password together', async () => {
    const wrong = { email: 'nobody@example.com', password: 'Wrong-1!x' }
    const tried: number[] = []
    for (let tries = 0; tries < 12; tries++) {
      tried.push((await (tries % 2 ? one : other).refusal(account.login, wrong, { token: null })).status)
    }
    expect(tried).toEqual([...Array(10).fill(422), 429, 429])
  })

  it('count tries at a one-time code together, so that five wrong ones kill it', async () => {
    await one.call(account.forgotPassword, { email: ADMIN.email }, { token: null })
    await other.runJobs()
    const code = other.mails.at(-1)?.text.match(/\d{6}/)?.[0] ?? ''
    const reset = { email: ADMIN.email, new_password: 'Another-1!', confirm_password: 'Another-1!' }
    const wrong = code === '111111' ? '222222' : '111111'
    for (let tries = 0; tries < 5; tries++) {
      await (tries % 2 ? one : other).refusal(account.resetPassword, { ...reset, otp: wrong }, { token: null })
    }
    expect((await one.refusal(account.resetPassword, { ...reset, otp: code }, { token: null })).status).toBe(422)
  })

  it('share invitations and links that end a session: each works once, whichever of them gets it', async () => {
    const visitor = { token: null }
    await one.call(administrators.invite, { name: 'Grace', email: 'grace@example.com' })
    await other.runJobs()
    const token = /accept-invitation#(\S+)/.exec(other.mails.at(-1)?.text ?? '')?.[1] ?? ''
    const password = 'flow-matic-1!'
    const fields = { token, name: 'Grace', new_password: password, confirm_password: password }
    const answers = await Promise.all([one, other].map((app) => app.send(invitations.accept, fields, visitor)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422])

    const login = { email: 'grace@example.com', password }
    await one.call(account.login, login, visitor)
    const { data } = await one.call(account.login, login, { ...visitor, address: '198.51.100.4' })
    await other.runJobs()
    const link = /end-session#(\S+)/.exec(other.mails.at(-1)?.text ?? '')?.[1]
    await one.call(sessions.endByLink, { token: link }, visitor)
    expect((await other.refusal(sessions.endByLink, { token: link }, visitor)).status).toBe(422)
    expect((await other.refusal(account.me, {}, { token: tokenOf(data) })).status).toBe(401)
  })

  it('tell each other of changes and of open forms', async () => {
    const heard: LiveEvent[] = []
    const stop = other.deps.bus.subscribe((event) => heard.push(event))
    const form = { record_type: 'years', record_id: 'one', open: true }
    await waitFor(async () => {
      await one.call(records.presence, form)
      expect(heard).toContainEqual(expect.objectContaining({ kind: 'presence', record_id: 'one', open: true }))
    })
    const { change_id } = await one.call(years.add, { name: '2031' })
    await waitFor(() => expect(heard).toContainEqual({ kind: 'change', change_id, record_types: ['years'] }))
    stop()
  })

  it('carry out a repeated call once, whichever of them gets it', async () => {
    const repeated = Array.from({ length: 8 }, (_, turn) =>
      (turn % 2 ? one : other).send(years.add, { name: '1901' }, { idempotencyKey: 'the same' }),
    )
    const statuses = (await Promise.all(repeated)).map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(statuses.includes(409) ? new Set([200, 409]) : new Set([200]))
    const again = await other.send(years.add, { name: '1901' }, { idempotencyKey: 'the same' })
    expect(again.statusCode).toBe(200)
    const { total } = await one.call(years.list, { filters: { name: { op: 'equals', value: '1901' } } })
    expect(total).toBe(1)
  })

  it('show at once what was changed through the other', async () => {
    const list = { page: 1, filters: { name: { op: 'starts_with', value: '195' } } }
    expect((await other.call(years.list, list)).total).toBe(0)
    await one.call(years.add, { name: '1950' })
    expect((await other.call(years.list, list)).data.map(({ name }) => name)).toEqual(['1950'])
  })

  it('let only one of many add the same name, and say so to the others', async () => {
    const added = await Promise.all(
      Array.from({ length: 10 }, (_, turn) => (turn % 2 ? one : other).send(years.add, { name: '1902' })),
    )
    expect(added.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', ...Array(9).fill('422')])
    expect(added.find(({ statusCode }) => statusCode === 422)?.json().message).toBe('Year already exists.')
  })

  it('let only one of two changes of the same version through', async () => {
    const { data } = await one.call(years.add, { name: '1903' })
    const edit = (app: TestApp, name: string) =>
      app.send(years.edit, { year_id: data._id, name, version: data.version })
    const edited = await Promise.all([edit(one, '1904'), edit(other, '1905')])
    expect(edited.map(({ statusCode }) => String(statusCode)).toSorted()).toEqual(['200', '409'])
  })

  it('leave no sub topic active below a topic that is deleted meanwhile', async () => {
    for (let round = 0; round < 10; round++) {
      const topic_id = (await one.call(topics.add, { name: `Topic ${round}`, seq_no: round })).data._id
      await Promise.all([
        one.send(topics.delete, { topic_id }),
        ...Array.from({ length: 4 }, (_, place) =>
          other.send(subTopics.add, { topic_id, name: `Below ${place}`, seq_no: place }),
        ),
      ])
      const states = await one.db
        .selectFrom('sub_topics')
        .select('is_deleted')
        .where('topic_id', '=', topic_id)
        .execute()
      expect(states.filter(({ is_deleted }) => is_deleted === 0)).toEqual([])
    }
  })

  it('keep counting right while both write', async () => {
    const names = Array.from({ length: 40 }, (_, place) => String(1600 + place))
    await Promise.all(names.map((name, turn) => (turn % 2 ? one : other).call(years.add, { name })))
    const { total } = await one.db
      .selectFrom('years')
      .select(({ fn }) => fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow()
    expect((await one.call(years.list, {})).total).toBe(total)
  })
})

describe.runIf(TEST_SERVER)('a change that never gets its turn among others', () => {
  it('is turned away with words, not with a fault', async () => {
    const db = await openTestDatabase()
    vi.spyOn(Math, 'random').mockReturnValue(0)
    let tries = 0
    const refusal = inTransaction(db, async () => {
      tries++
      throw Object.assign(new Error('could not serialize access'), { code: '40001' })
    })
    await expect(refusal).rejects.toMatchObject({ status: 503, retryAfter: expect.any(Number) })
    expect(tries).toBe(30)
    vi.restoreAllMocks()
    await db.destroy()
  })
})

describe.runIf(TEST_SERVER)('two servers that start at the same time on an empty database', () => {
  it('migrate it once, make one administrator and share one application key', async () => {
    const server = TEST_SERVER ?? ''
    const name = `rv_tests_${Date.now()}`
    const maintenance = openPostgres(`${server}/postgres`, 1)
    await sql`create database ${sql.id(name)}`.execute(maintenance)
    await maintenance.destroy()
    const dbs = [1, 2, 3].map(() => openPostgres(`${server}/${name}`, 3))
    const applied = await Promise.all(dbs.map((db) => migrate(db)))
    // Any of them may have applied each.
    expect(applied.flat().toSorted()).toEqual(migrations.map(({ name }) => name))

    const first = { adminEmail: ADMIN.email, adminPassword: ADMIN.password } as Parameters<typeof createFirstAdmin>[1]
    const admins = await Promise.all(dbs.map((db) => createFirstAdmin(db, first)))
    expect(admins.filter(Boolean)).toHaveLength(1)
    const folder = () => mkdtempSync(join(tmpdir(), 'server-'))
    const keys = await Promise.all(dbs.map((db) => readApiKey(db, { dataDir: folder(), apiKey: undefined })))
    expect(new Set(keys).size).toBe(1)
    await Promise.all(dbs.map((db) => db.destroy()))
  })
})
