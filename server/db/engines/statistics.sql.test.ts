import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDatabase, TEST_SERVER } from '../../testing/open-test-database.ts'
import { waitFor } from '../../testing/wait-for.ts'
import type { Db } from '../schema.ts'
import { engineOf } from './engine.ts'
import { isPostgres } from './is-postgres.ts'

let db: Db
beforeEach(async () => {
  db = await openTestDatabase()
})
afterEach(() => db.destroy())

/** The planner's estimate of how many rows `years` has. */
async function believed() {
  const asked = isPostgres(db)
    ? sql<{ rows: number }>`select reltuples as rows from pg_class where oid = 'years'::regclass`
    : sql<{
        rows: number
      }>`select cast(substr(stat, 1, instr(stat, ' ')) as integer) as rows from sqlite_stat1 where tbl = 'years' limit 1`
  const { rows } = await asked.execute(db).catch(() => ({ rows: [] }))
  return rows[0]?.rows ?? 0
}

async function addYears() {
  const at = '2026-01-01T00:00:00.000Z'
  const rows = Array.from({ length: 600 }, (_, place) => ({
    id: `year-${place}`,
    name: `${place}`,
    name_key: `${place}`,
    version: 1,
    is_deleted: 0,
    created_at: at,
    updated_at: at,
  }))
  for (const row of rows) await db.insertInto('years').values(row).execute()
}

it.runIf(TEST_SERVER)(
  'A table that has no statistics gets them, though nobody knows how much of it has changed',
  async () => {
    await addYears()
    // As after a crash.
    await waitFor(async () => {
      await sql`select pg_stat_force_next_flush()`.execute(db)
      await sql`select pg_stat_reset()`.execute(db)
      const { rows } = await sql<{ changes: number }>`
      select n_mod_since_analyze as changes from pg_stat_user_tables where relname = 'years'`.execute(db)
      expect(rows).toEqual([{ changes: 0 }])
    })
    await engineOf(db).keepStatistics(db)
    expect(await believed()).toBe(600)
  },
)

it('What the planner knows of a table follows its growth row by row', async () => {
  expect(await believed()).toBeLessThan(1)
  await addYears()
  await waitFor(async () => {
    if (isPostgres(db)) await sql`select pg_stat_force_next_flush()`.execute(db)
    await engineOf(db).keepStatistics(db)
    expect(await believed()).toBeGreaterThan(500)
  })
})
