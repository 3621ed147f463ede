import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CompiledQuery } from 'kysely'
import { expect, it, vi } from 'vitest'
import { userRecords } from '../../resources/users/users.service.ts'
import { openTestDatabase } from '../../testing/open-test-database.ts'
import { insertMany } from '../engines/insert-many.ts'
import { isPostgres } from '../engines/is-postgres.ts'

const USERS = 30_000
const MATCHES = 141
const squeezed = (text: string) => text.replace(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')')
const page = squeezed(readFileSync(join(import.meta.dirname, '../../../docs/lists.md'), 'utf8'))

const aUser = (_: unknown, place: number) => {
  const name = place < MATCHES ? `Ann Abbott ${place}` : `Zoe Young ${place}`
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const row = { id: `user-${place}`, name, name_key: name.toLowerCase(), email, email_key: email, type: 'SIMPLE' }
  const state = { is_deleted: 0, version: 1, status: 1, password_hash: null, social_id: null, must_change_password: 0 }
  return { ...row, ...state, created_at: '2026-01-01T00:00:00.000Z', updated_at: '2026-01-01T00:00:00.000Z' }
}

it('docs/lists.md shows the SQL that its worked example really runs', async () => {
  const db = await openTestDatabase()
  await insertMany(db, 'users', Array.from({ length: USERS }, aUser))
  const executed = vi.spyOn(db, 'executeQuery')
  const { total, data } = await userRecords.page(db, {
    page: 2,
    per_page: 10,
    is_deleted: false,
    sort: [{ field: 'name', order: 'asc' }],
    filters: { email: { op: 'contains', value: 'abbott' } },
  })
  const run = executed.mock.calls.map(([query]) => squeezed((query as CompiledQuery).sql))
  expect([total, data.length, data[0]?.srno, run.length]).toEqual([MATCHES, 10, 11, 3])
  // The page itself is shown once.
  for (const sql of run.slice(0, isPostgres(db) ? 2 : 3)) expect(page).toContain(sql)
  await db.destroy()
})
