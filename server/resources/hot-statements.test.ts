import { CompiledQuery, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { account } from '#contract/account.ts'
import { content } from '#contract/owner/content.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { users } from '#contract/users.ts'
import { openAppSession } from '../auth/app-sessions.ts'
import { insertMany } from '../db/engines/insert-many.ts'
import { isPostgres } from '../db/engines/is-postgres.ts'
import { SqliteFile } from '../db/engines/sqlite-file.ts'
import type { Tables } from '../db/schema.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { addOwner } from '../testing/people.ts'

const ADMINISTRATORS = 1000
const SESSIONS = 10_000
const OWNERS = 10_000
const APP_SESSIONS = 100_000
/** Every call reads one row of each. */
const ACCOUNTS = ['sessions', 'app_sessions', 'admins']

let app: TestApp
let rvType: string
let owner: string
const runs = new Map<string, { count: number; values: unknown[] }>()

beforeAll(async () => {
  noteRuns()
  app = await buildTestApp()
  rvType = (await app.call(rvTypes.add, { name: 'Teardrop', seq_no: 1 })).data._id
  owner = await openAppSession(app.db, await addOwner(app))
})
afterAll(async () => {
  vi.restoreAllMocks()
  await app.close()
})

/** Counts how often each statement runs. */
function noteRuns() {
  const note = (text: unknown, values: unknown[] = []) => {
    if (typeof text !== 'string' || !/^\s*(select|insert|update|delete|with)\b/i.test(text)) return
    runs.set(text, { count: (runs.get(text)?.count ?? 0) + 1, values })
  }
  const { prepare } = SqliteFile.prototype
  vi.spyOn(SqliteFile.prototype, 'prepare').mockImplementation(function (this: SqliteFile, text) {
    note(text)
    return prepare.call(this, text)
  })
  const { query } = pg.Client.prototype
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...asked: unknown[]) {
    note(asked[0], asked[1] as unknown[])
    return Reflect.apply(query, this, asked)
  } as never)
}

/** Rows like this one, except for the columns that `differing` returns. */
async function multiply(table: keyof Tables, count: number, differing: (place: number) => Record<string, unknown>) {
  const { seq: _, ...row } = (await app.db
    .selectFrom(table)
    .selectAll()
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow()) as Record<string, unknown>
  for (let start = 0; start < count; start += SESSIONS) {
    const rows = Array.from({ length: Math.min(SESSIONS, count - start) }, (_, place) => ({
      ...row,
      ...differing(start + place),
    }))
    await insertMany(app.db, table, rows)
  }
}

async function addMany() {
  await multiply('admins', ADMINISTRATORS, (place) => ({ id: `admin-${place}`, email: `admin-${place}@example.com` }))
  await multiply('users', OWNERS, (place) => {
    const email = `owner-${place}@example.com`
    return { id: `owner-${place}`, name_key: `owner ${place}`, email, email_key: email }
  })
  await multiply('sessions', SESSIONS, (place) => ({
    id: `session-${place}`,
    token_hash: `hash-${place}`,
    admin_id: `admin-${place % ADMINISTRATORS}`,
  }))
  await multiply('app_sessions', APP_SESSIONS, (place) => ({
    token_hash: `hash-${place}`,
    user_id: `owner-${place % OWNERS}`,
  }))
}

type Statement = { text: string; values: unknown[] }

/** The ten statements that an ordinary day's calls run most, with the values of their last run. */
async function mostFrequent(): Promise<Statement[]> {
  runs.clear()
  await callsOfADay()
  const byRuns = [...runs].toSorted(([, one], [, other]) => other.count - one.count)
  return byRuns.slice(0, 10).map(([text, { values }]) => ({ text, values }))
}

async function callsOfADay() {
  for (let round = 1; round <= 5; round++) {
    await app.call(account.me, {})
    await app.call(users.list, { page: round, per_page: 10, sort: [{ field: 'name', order: 'asc' }] })
    await app.call(users.list, {
      page: 1,
      per_page: 10,
      filters: { name: { op: 'contains', value: `owner 123${round}` } },
    })
    await app.call(rvTypes.get, { cat_id: rvType })
    await app.call(rvTypes.edit, { cat_id: rvType, name: `Teardrop ${round}`, seq_no: 1 })
    await app.call(content.rvTypes, {}, { token: null })
    await app.call(ownRecords.rvs, {}, { token: owner })
    await app.call(ownRecords.checklists, {}, { token: owner })
  }
}

/** Aliases that statements give to tables. */
const ALIASES: Record<string, string> = { admin: 'admins', app_user: 'users' }

/** The tables that a statement's plan reads completely. */
async function readWhole({ text, values }: Statement) {
  const explain = isPostgres(app.db)
    ? CompiledQuery.raw(`explain ${text}`, values)
    : CompiledQuery.raw(`explain query plan ${text}`)
  const { rows } = await app.db.executeQuery<Record<string, string>>(explain)
  const steps = rows.map((row) => row['QUERY PLAN'] ?? row.detail ?? '')
  const names = steps.flatMap((step) => /Seq Scan on (\w+)|^SCAN (\w+)(?: LEFT-JOIN)?$/.exec(step)?.slice(1) ?? [])
  return names.map((name) => ALIASES[name] ?? name)
}

const analyze = () => sql`analyze`.execute(app.db)

describe('the statements of an ordinary day that run most', () => {
  it.each([
    { known: 'one row', prepare: () => analyze().then(addMany), tables: ACCOUNTS },
    // A search for part of a text depends on statistics about the texts.
    { known: 'all rows', prepare: analyze, tables: [...ACCOUNTS, 'users'] },
  ])('find their rows by an index where the planner knows of $known', async ({ prepare, tables }) => {
    await prepare()
    const statements = await mostFrequent()
    const texts = statements.map(({ text }) => text).join('\n')
    for (const table of ['sessions', 'app_sessions', 'record_counts']) {
      expect(texts).toMatch(new RegExp(`from ${table}\\s+where`))
    }
    for (const statement of statements) {
      const found = (await readWhole(statement)).filter((table) => tables.includes(table))
      expect([statement.text, found]).toEqual([statement.text, []])
    }
  })
})
