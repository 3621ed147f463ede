import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openEmptyTestDatabase } from '../testing/open-test-database.ts'
import { migrate, migrations } from './migrate.ts'
import type { Db } from './schema.ts'

let db: Db
beforeEach(async () => {
  db = await openEmptyTestDatabase()
  const last = migrations.findIndex(({ name }) => name === '0013-release-1.3.0')
  await migrate(db, migrations.slice(0, last + 1))
})
afterEach(() => db.destroy())

const shared = "0, 1, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'"
const run = (text: string) => sql.raw(text).execute(db)

it('what has no English, or was added by an owner, needs no French after the upgrade', async () => {
  const columns = 'id, is_deleted, version, created_at, updated_at'
  await run(`insert into rv_types (${columns}, name, name_key, seq_no) values ('t', ${shared}, 'T', 't', 1)`)
  await run(`insert into years (${columns}, name, name_key) values ('y', ${shared}, '2026', '2026')`)
  for (const [id, description] of [
    ['m1', ''],
    ['m2', 'Bunks.'],
  ])
    await run(`insert into models (${columns}, cat_id, year_id, name, name_key, seq_no, description, description_key)
      values ('${id}', ${shared}, 't', 'y', '${id}', '${id}', 1, '${description}', '${description}')`)
  for (const [id, kind] of [
    ['c1', 'user'],
    ['c2', 'admin'],
  ])
    await run(`insert into checklists (${columns}, name, name_key, note, note_key, added_by_kind, added_by_id)
      values ('${id}', ${shared}, 'C', 'c', '', '', '${kind}', 'a')`)
  await migrate(db)
  const of = async (table: 'models' | 'checklists') =>
    (await db.selectFrom(table).select('french').orderBy('id').execute()).map(({ french }) => french)
  expect([await of('models'), await of('checklists')]).toEqual([
    ['', 'none'],
    ['', 'none'],
  ])
})
