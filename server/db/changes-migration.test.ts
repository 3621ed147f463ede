import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openEmptyTestDatabase } from '../testing/open-test-database.ts'
import { restoreRelease } from '../testing/releases.ts'
import { migrate } from './migrate.ts'
import type { Db } from './schema.ts'

let db: Db
beforeEach(async () => {
  db = await openEmptyTestDatabase()
  await restoreRelease(db, 'after-0018')
})
afterEach(() => db.destroy())

it('what happened before 0019 becomes changes of one record each, with the names that fields have on the wire', async () => {
  const [admin] = (await sql<{ id: string }>`select id from admins order by id`.execute(db)).rows
  const [manual] = (await sql<{ id: string }>`select id from manuals order by id`.execute(db)).rows
  const [year] = (await sql<{ id: string; name: string }>`select id, name from years order by id`.execute(db)).rows
  const add = async (id: string, action: string, table: string, record: string | undefined, changes: object) =>
    sql`insert into activity (id, at, admin_id, action, table_name, record_id, changes)
      values (${id}, '2026-11-01T08:00:00.000Z', ${admin?.id}, ${action}, ${table}, ${record}, ${JSON.stringify(changes)})`.execute(
      db,
    )
  const typed = 'Somebody typed "cat_id": here'
  await add('b1', 'add', 'manuals', manual?.id, { cat_id: [null, typed], year_id: [null, 'y'] })
  await add('b2', 'edit', 'years', year?.id, { name: ['Before', year?.name] })
  await add('b3', 'edit', 'users', 'gone', { password: ['***', '***'] })
  await migrate(db)

  const changes = await db.selectFrom('changes').selectAll().where('id', 'like', 'b%').orderBy('id').execute()
  expect(changes).toMatchObject([
    {
      id: 'b1',
      kind: 'add',
      message: 'Manual added successfully.',
      record_type: 'manuals',
      is_final: 0,
      state: 'done',
    },
    { id: 'b2', kind: 'edit', message: 'Year updated successfully.', title: year?.name, record_count: 1 },
    { id: 'b3', kind: 'edit', message: 'User updated successfully.', title: '', is_final: 1 },
  ])
  const entries = await db.selectFrom('activity').selectAll().where('change_id', 'like', 'b%').orderBy('id').execute()
  expect(entries.map(({ id, change_id, version }) => [id, change_id, version])).toEqual(
    ['b1', 'b2', 'b3'].map((id) => [`${id}00000000`, id, null]),
  )
  expect(JSON.parse(entries[0]?.changes ?? '')).toEqual({ category: [null, typed], year: [null, 'y'] })
  const [counted] = (
    await sql<{ active: number }>`select active from record_counts where table_name = 'changes'`.execute(db)
  ).rows
  expect(Number(counted?.active)).toBe((await db.selectFrom('changes').select('id').execute()).length)
})
