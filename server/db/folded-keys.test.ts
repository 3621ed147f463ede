import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { rvTypeRecords } from '../resources/rv-types/rv-types.service.ts'
import { openEmptyTestDatabase } from '../testing/open-test-database.ts'
import { isPostgres } from './is-postgres.ts'
import { migrate, migrations } from './migrate.ts'
import type { Db } from './schema.ts'

let db: Db
beforeEach(async () => {
  db = await openEmptyTestDatabase()
  const next = migrations.findIndex(({ name }) => name === '0014-folded-keys')
  await migrate(db, migrations.slice(0, next))
})
afterEach(() => db.destroy())

const formerKey = (text: string) => text.normalize('NFKC').trim().toLowerCase()
const at = '2026-01-01T00:00:00.000Z'
const shared = { is_deleted: 0, version: 1, created_at: at, updated_at: at }
const find = async (value: string) =>
  (await rvTypeRecords.page(db, { filters: { name: { value } } })).data.map(({ name }) => name)

/** RV types as they were kept before texts were compared by today's rule. */
async function addTypes(...names: string[]) {
  const rows = names.map((name, seq_no) => ({ ...shared, id: `id ${seq_no}`, name, name_key: formerKey(name), seq_no }))
  await db.insertInto('rv_types').values(rows).execute()
}

it('finds what was kept under the former rule, also by the search index, and leaves the records as they were', async () => {
  await addTypes('¯\\_(ツ)_/¯', 'ΟΔΟΣ', 'CO₂ tanks', 'Coach')
  const before = await db.selectFrom('rv_types').select(['id', 'name', 'version', 'updated_at']).orderBy('id').execute()
  await migrate(db)
  for (const name of ['¯\\_(ツ)_/¯', 'οδοσ', 'co₂', 'coach']) expect(await find(name)).toHaveLength(1)
  expect(
    await db.selectFrom('rv_types').select(['id', 'name', 'version', 'updated_at']).orderBy('id').execute(),
  ).toEqual(before)
  if (isPostgres(db)) return
  const { rows } = await sql`select rowid from rv_types_search where rv_types_search match 'οδοσ'`.execute(db)
  expect(rows).toHaveLength(1)
  await sql`insert into rv_types_search (rv_types_search, rank) values ('integrity-check', 1)`.execute(db)
})

it('keeps two active records whose names have become the same, and refuses a third', async () => {
  await addTypes('Straße', 'STRASSE', 'strasse 2')
  await migrate(db)
  expect(await find('strasse')).toEqual(['Straße', 'STRASSE', 'strasse 2'])
  const third = db.insertInto('rv_types').values({ ...shared, id: 'x', name: 'x', name_key: 'strasse', seq_no: 9 })
  await expect(third.execute()).rejects.toThrow(/unique/i)
})
