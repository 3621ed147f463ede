import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { copiedTables, readContent } from '../db/copy-tables.ts'
import { insertMany } from '../db/insert-many.ts'
import type { Db } from '../db/schema.ts'
import { openTestDatabase, TEST_SERVER } from './open-test-database.ts'
import { readSchema } from './read-schema.ts'

describe.runIf(TEST_SERVER)('a database of PostgreSQL that a test is done with', () => {
  const nameOf = async (db: Db) =>
    (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name
  const contentOf = async (db: Db) => {
    const content: unknown[] = [await readSchema(db)]
    for (const place of copiedTables) content.push([place.table, await readContent(db, place)])
    content.push((await sql`select * from record_counts order by 1`.execute(db)).rows)
    content.push((await sql`select sequencename, last_value from pg_sequences order by 1`.execute(db)).rows)
    return content
  }

  const day = '2026-11-22T09:00:00.000Z'
  const aYear = {
    id: 'a-year',
    is_deleted: 0,
    version: 1,
    created_at: day,
    updated_at: day,
    name: '2027',
    name_key: '2027',
  }

  it('is what it was before for the next one, and used again', async () => {
    const first = await openTestDatabase()
    const [name, before] = [await nameOf(first), await contentOf(first)]
    await insertMany(first, 'years', [aYear])
    expect(await contentOf(first)).not.toEqual(before)
    await first.destroy()
    const second = await openTestDatabase()
    expect(await nameOf(second)).toBe(name)
    expect(await contentOf(second)).toEqual(before)
    await second.destroy()
  })

  it('is not used again when its tables were changed or have grown', async () => {
    for (const change of [
      sql`alter table years add column spoiled text`,
      sql`drop index ${sql.ref('manual_pages_printed')}`,
      sql`create table more (name text)`,
      sql`alter table years rename to elsewhere`,
      sql`alter table years rename column name to title`,
      sql`insert into jobs (id, kind, payload, run_at, attempts) select i::text, 'x', repeat('x', 1000), '', 0 from generate_series(1, 2000) as i`,
    ]) {
      const first = await openTestDatabase()
      const name = await nameOf(first)
      await change.execute(first)
      await first.destroy()
      const second = await openTestDatabase()
      expect(await nameOf(second)).not.toBe(name)
      await second.destroy()
    }
  })
})
