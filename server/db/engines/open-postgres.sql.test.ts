import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, TEST_SERVER } from '../../testing/open-test-database.ts'
import type { Db } from '../schema.ts'
import { isDatabaseUnavailable } from './database-unavailable.ts'
import { engineOf } from './engine.ts'
import { openPostgres, openPostgresForCalls } from './open-postgres.ts'

describe.runIf(TEST_SERVER)('a statement that takes very long', () => {
  let url: string
  let db: Db
  const sleep = (db: Db, seconds: number) => sql`select pg_sleep(${sql.lit(seconds)})`.execute(db)
  beforeAll(async () => {
    url = await createTestDatabase(TEST_SERVER ?? '')
    db = openPostgresForCalls(url, { statement: 100, answer: 60_000, idle: 100 })
  })
  afterAll(() => db.destroy())

  it('of a call is ended by PostgreSQL, as if the data could not be reached', async () => {
    const error = await sleep(db, 60).catch((error: unknown) => error)
    expect(isDatabaseUnavailable(error)).toBe(true)
  })

  it('of a call is ended while it waits for a lock of another session, which takes nothing from others', async () => {
    const other = openPostgres(url, 1)
    await engineOf(db).transaction(other, async (holder) => {
      await sql`lock table years in access exclusive mode`.execute(holder)
      const error = await sql`select * from years`.execute(db).catch((error: unknown) => error)
      expect(isDatabaseUnavailable(error)).toBe(true)
      await sql`select * from rv_types`.execute(db)
    })
    await sql`select * from years`.execute(db)
    await other.destroy()
  })

  it('leaves a transaction idle, as a frozen server does, for half a minute at most', async () => {
    const calls = openPostgresForCalls(url)
    const { rows } = await sql`show idle_in_transaction_session_timeout`.execute(calls)
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '30s' }])
    await calls.destroy()
    const frozen = db.transaction().execute(async (db) => {
      await sql`select 1`.execute(db)
      await setTimeout(1000)
      await sql`select 1`.execute(db)
    })
    expect(isDatabaseUnavailable(await frozen.catch((error: unknown) => error))).toBe(true)
  })

  it('of a start, a backup or a move may go on', async () => {
    const patient = openPostgres(url, 1)
    const { rows } = await sql<{ statement_timeout: string }>`show statement_timeout`.execute(patient)
    expect(rows).toEqual([{ statement_timeout: '0' }])
    await patient.destroy()
  })
})
