import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { manualRecords } from '../resources/manuals/manuals.service.ts'
import { openEmptyTestDatabase } from '../testing/open-test-database.ts'
import { migrate, migrations } from './migrate.ts'
import type { Db } from './schema.ts'

let db: Db
beforeEach(async () => {
  db = await openEmptyTestDatabase()
})
afterEach(() => db.destroy())

const [at, later] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z']
const shared = { is_deleted: 0, version: 1, created_at: at, updated_at: at }
const named = (name: string) => ({ ...shared, id: name, name, name_key: name.toLowerCase() })

it('knows after an upgrade which PDFs are older than their pages', async () => {
  const next = migrations.findIndex(({ name }) => name === '0015-printed-digests')
  await migrate(db, migrations.slice(0, next))
  await db
    .insertInto('rv_types')
    .values({ ...named('Coach'), seq_no: 1 })
    .execute()
  await db.insertInto('years').values(['2024', '2025', '2026'].map(named)).execute()
  await db
    .insertInto('topics')
    .values({ ...named('Electrical'), seq_no: 1 })
    .execute()
  await db
    .insertInto('sub_topics')
    .values(['Fuses', 'Solar'].map((name, place) => ({ ...named(name), topic_id: 'Electrical', seq_no: 9 - place })))
    .execute()
  for (const [year, file, changed] of [
    ['2024', 'manuals/a.pdf', at],
    ['2025', 'manuals/b.pdf', later],
    ['2026', null, later],
  ] as const) {
    await sql`insert into manuals (id, is_deleted, version, created_at, updated_at, cat_id, year_id, pdf_file, pdf_made_at)
      values (${year}, 0, 1, ${at}, ${at}, 'Coach', ${year}, ${file}, ${at})`.execute(db)
    for (const part of ['Fuses', 'Solar'])
      await sql`insert into manual_pages
        (id, is_deleted, version, created_at, updated_at, manual_id, topic_id, subtopic_id, content)
        values (${year + part}, 0, 1, ${at}, ${changed}, ${year}, 'Electrical', ${part}, ${part})`.execute(db)
  }
  await migrate(db)
  const sort = [{ field: 'year_name', order: 'asc' as const }]
  const outdated = async () => (await manualRecords.page(db, { sort })).data.map(({ pdf_outdated }) => pdf_outdated)
  expect(await outdated()).toEqual([false, true, false])
  await db.updateTable('sub_topics').set({ seq_no: 1 }).where('id', '=', 'Fuses').execute()
  expect(await outdated()).toEqual([true, true, false])
})
