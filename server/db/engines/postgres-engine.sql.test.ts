import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, TEST_SERVER } from '../../testing/open-test-database.ts'
import type { Db } from '../schema.ts'
import { inTransaction } from '../transaction.ts'
import { openPostgres } from './open-postgres.ts'

const WRITERS = 4

describe.runIf(TEST_SERVER)('a transaction that takes longer than those of other servers on the same table', () => {
  let db: Db
  let others: Db
  beforeAll(async () => {
    const url = await createTestDatabase(TEST_SERVER ?? '')
    db = openPostgres(url, 2)
    others = openPostgres(url, WRITERS)
  })
  afterAll(() => Promise.all([db.destroy(), others.destroy()]))

  let next = 1000
  const now = '2026-01-01T00:00:00.000Z'
  const addYear = async (db: Db, think: () => Promise<unknown>) => {
    await sql`select count(*) from years`.execute(db)
    await think()
    // As any writer of records does.
    await sql`lock table changes in row exclusive mode`.execute(db)
    const name = String(next++)
    const row = { id: `y${name}`, name, name_key: name, created_at: now, updated_at: now, is_deleted: 0, version: 1 }
    await db.insertInto('years').values(row).execute()
  }

  it('is done while they go on writing', async () => {
    let goesOn = true
    let written = 0
    const load = Array.from({ length: WRITERS }, async () => {
      while (goesOn) {
        const serializable = others.transaction().setIsolationLevel('serializable')
        await serializable
          .execute((db) => addYear(db, async () => {}))
          .then(
            () => written++,
            () => {},
          )
      }
    })
    let attempts = 0
    await inTransaction(db, (db) => {
      attempts++
      return addYear(db, () => setTimeout(50))
    }).finally(() => {
      goesOn = false
    })
    await Promise.all(load)
    expect(written).toBeGreaterThan(0)
    expect(attempts).toBeGreaterThan(1)
  })

  it('goes on as before where somebody writes for very long', async () => {
    const long = await others.startTransaction().execute()
    await sql`lock table changes in row exclusive mode`.execute(long)
    let attempts = 0
    const conflict = Object.assign(new Error('could not serialize'), { code: '40001' })
    await inTransaction(db, async () => {
      if (++attempts < 6) throw conflict
    }).finally(() => long.rollback().execute())
    expect(attempts).toBe(6)
  })
})
