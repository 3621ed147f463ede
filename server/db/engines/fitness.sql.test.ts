import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rvTypes } from '#contract/rv-types.ts'
import { buildApp } from '../../app.ts'
import { followClock, newId } from '../../clock.ts'
import { openConfiguredDatabase } from '../../start/open-configured.ts'
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts'
import { createTestDatabase, TEST_SERVER } from '../../testing/open-test-database.ts'
import type { Db } from '../schema.ts'
import { describeAddress, isAccessRefused } from './access-refused.ts'
import { mendSequences, narrowEncoding, readFitness } from './fitness.ts'
import { openPostgres } from './open-postgres.ts'

// Opened as a server does, a database sets the clock.
afterAll(() => followClock(undefined))

it('What PostgreSQL refuses is told from what it cannot do at the moment', () => {
  const coded = (code: string, message = '') => Object.assign(new Error(message), { code })
  for (const code of ['28000', '28P01', '3D000', '42501', '55000', '3F000'])
    expect([code, isAccessRefused(coded(code))]).toEqual([code, true])
  for (const code of ['08006', '57P01', '23505', 'ECONNREFUSED'])
    expect([code, isAccessRefused(coded(code))]).toEqual([code, false])
  expect(isAccessRefused(coded('55000', 'cannot do that while recovery is in progress'))).toBe(false)
})

it('An address is described without its password', () => {
  expect(describeAddress('postgres://rv:secret@db.example.com:5433/rv?sslmode=require')).toBe(
    'rv@db.example.com:5433/rv',
  )
  expect(describeAddress('postgres:///rv?host=/var/run/postgresql')).toBe('/var/run/postgresql/rv')
})

describe.runIf(TEST_SERVER)('A PostgreSQL that refuses', () => {
  const server = TEST_SERVER as string
  const role = `rv_${newId().replaceAll('-', '')}`
  let owner: Db
  let url: string
  let app: TestApp
  let restricted: Db
  beforeEach(async () => {
    url = await createTestDatabase(server)
    owner = openPostgres(url, 1)
    await run(`create role ${role} login password 'secret'`)
    await run(`grant all on all tables in schema public to ${role}`)
    await run(`grant all on all sequences in schema public to ${role}`)
    app = await buildTestApp({ DATABASE_URL: url })
    restricted = openPostgres(asRole(url), 4)
  })
  afterEach(async () => {
    await restricted.destroy()
    await app.close()
    await run(`drop owned by ${role}`)
    await run(`drop role ${role}`)
    await owner.destroy()
    const admin = openPostgres(`${server}/postgres`, 1)
    await sql.raw(`drop database if exists ${url.slice(server.length + 1)} with (force)`).execute(admin)
    await admin.destroy()
  })

  const run = (text: string) => sql.raw(text).execute(owner)
  const asRole = (address: string) => address.replace(/\/\/[^@]*@/, `//${role}:secret@`)
  /** The app as the restricted user. */
  async function withRole<Result>(work: (as: Awaited<ReturnType<typeof buildApp>>) => Promise<Result>) {
    const as = await buildApp({ ...app.deps, db: restricted }, { version: '0.0.0', webFolder: app.dataDir })
    return work(as).finally(() => as.close())
  }
  const add = (as: Awaited<ReturnType<typeof buildApp>>) =>
    as.inject({
      method: 'POST',
      url: `/api/v1/${rvTypes.add.path}`,
      headers: { 'x-api-key': app.deps.apiKey, token: app.token },
      payload: { name: 'Trailer', seq_no: 1 },
    })
  const readyOf = async (as: Awaited<ReturnType<typeof buildApp>>) => {
    const ready = await as.inject('/readyz')
    const { conditions } = ready.json<{ conditions: { name: string }[] }>()
    return [ready.statusCode, conditions.map(({ name }) => name).filter((name) => name !== 'backup_none')]
  }

  it('nothing is fit', async () => {
    expect(await readFitness(restricted)).toEqual({ rights: null, sequences: null, encoding: null })
    await withRole(async (as) => {
      expect(await readyOf(as)).toEqual([200, []])
      expect((await add(as)).statusCode).toBe(200)
    })
  })

  it('a right on one table is named with what to run, and calls get 503 in words', async () => {
    await run(`revoke insert on rv_types from ${role}`)
    await run(`revoke all on sequence models_seq_seq from ${role}`)
    const { rights } = await readFitness(restricted)
    expect(rights).toBe(
      `The user ${role} lacks rights on models_seq_seq, rv_types. Run: GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ${role}; GRANT ALL ON ALL SEQUENCES IN SCHEMA public TO ${role};`,
    )
    await withRole(async (as) => {
      expect(await readyOf(as)).toEqual([503, ['rights_missing']])
      const { statusCode, body } = await add(as)
      expect([statusCode, JSON.parse(body).message]).toEqual([
        503,
        'The database refuses access. Please tell the server’s operator.',
      ])
      await run(rights?.split('Run: ')[1] ?? '')
      expect((await add(as)).statusCode).toBe(200)
    })
  })

  it('a start by a user who may not change tables says whom to make the owner', async () => {
    await run('revoke create on schema public from public')
    const begun = openConfiguredDatabase({ dataDir: app.dataDir, databaseUrl: asRole(url) })
    await expect(begun).rejects.toThrow(
      /refuses access: permission denied .*\(42501\); make this user the owner of the database and everything in it$/,
    )
  })

  it('everything once the password has changed is a database that refuses access', async () => {
    await run(`alter role ${role} nologin`)
    await withRole(async (as) => {
      expect(await readyOf(as)).toEqual([503, ['database_refused']])
      expect((await add(as)).statusCode).toBe(503)
    })
    const refused = openConfiguredDatabase({ dataDir: app.dataDir, databaseUrl: asRole(url) })
    const at = new URL(url)
    await expect(refused).rejects.toThrow(
      `DATABASE_URL: the database ${role}@${at.host}${at.pathname} refuses access: role "${role}" is not permitted to log in (28000)`,
    )
    await expect(openConfiguredDatabase({ dataDir: app.dataDir, databaseUrl: `${url}_gone` })).rejects.toThrow(
      /refuses access: database ".*_gone" does not exist \(3D000\)$/,
    )
    const found = await restricted
      .selectFrom('jobs')
      .select('id')
      .execute()
      .catch((error: object) => error)
    expect(found).toMatchObject({ at: `${role}@${at.host}${at.pathname}` })
  })

  it('rows whose numbers are taken has sequences behind its tables, which are moved on', async () => {
    await app.call(rvTypes.add, { name: 'Trailer', seq_no: 1 })
    await app.call(rvTypes.add, { name: 'Camper', seq_no: 2 })
    await run(`select setval('rv_types_seq_seq', 1, false)`)
    expect((await readFitness(owner)).sequences).toBe(
      'The sequences of rv_types are behind their tables, so nothing can be added there.',
    )
    expect(await readyOf(app.app)).toEqual([503, ['sequences_behind']])
    expect(await mendSequences(owner)).toEqual(['rv_types'])
    expect(await mendSequences(owner)).toEqual([])
    await app.call(rvTypes.add, { name: 'Van', seq_no: 3 })
  })

  it('letters outside of its encoding is named, and an empty one is not begun with', async () => {
    const name = `rv_tests_${newId().replaceAll('-', '')}`
    await run(`create database ${name} encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C'`)
    const narrow = openPostgres(`${server}/${name}`, 1)
    expect(await narrowEncoding(narrow)).toBe(
      `The database ${name} has the encoding LATIN1, so many letters cannot be stored. Create one with: createdb --encoding=UTF8 --template=template0 NAME`,
    )
    await narrow.destroy()
    const begun = openConfiguredDatabase({ dataDir: app.dataDir, databaseUrl: `${server}/${name}` })
    await expect(begun).rejects.toThrow(/^DATABASE_URL: The database .* has the encoding LATIN1/)
    await run(`drop database ${name} with (force)`)
  })
})
