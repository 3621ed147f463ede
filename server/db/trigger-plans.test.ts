import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { campaigns } from '#contract/campaigns.ts'
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts'
import { recallFields } from '../testing/campaigns.ts'
import { TEST_SERVER } from '../testing/open-test-database.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
  await app.call(campaigns.add, recallFields)
})
afterAll(() => app.close())

const MANY = 1_000_000
const rowsOf = async <Row>(text: string) => (await sql.raw<Row>(text).execute(app.db)).rows

/**
 * Makes SQLite believe that tables are large, apart from an office's one campaign, and that a partial index has
 * `partly` rows: none, if it counted before the first came.
 */
async function believeInMany(partly: number) {
  await rowsOf('analyze')
  const indexes = await rowsOf<{ name: string; tbl_name: string; is_partial: number }>(
    `select name, tbl_name, coalesce(sql like '% where %', 0) as is_partial from sqlite_schema where type = 'index' and tbl_name <> 'campaigns' and name not like 'sqlite_stat%'`,
  )
  await rowsOf(`delete from sqlite_stat1 where tbl <> 'campaigns'`)
  for (const { name, tbl_name, is_partial } of indexes) {
    const columns = await rowsOf(`select 1 from pragma_index_info('${name}')`)
    const rows = is_partial ? partly : MANY
    const stat = [rows, ...columns.map((_column, place) => Math.min(rows, place === columns.length - 1 ? 1 : 4))].join(
      ' ',
    )
    await rowsOf(`insert into sqlite_stat1 (tbl, idx, stat) values ('${tbl_name}', '${name}', '${stat}')`)
  }
  await rowsOf('analyze sqlite_schema')
}

// PostgreSQL plans by what a table actually holds.
it.runIf(!TEST_SERVER).each([0, MANY])(
  'no save looks at all rows of a table in a trigger, however large the tables are: %i',
  async (partly) => {
    await believeInMany(partly)
    const triggers = await rowsOf<{ name: string; sql: string }>(
      `select name, sql from sqlite_schema where type = 'trigger'`,
    )
    const tables = new Set(
      (await rowsOf<{ name: string }>(`select name from sqlite_schema where type = 'table'`)).map(({ name }) => name),
    )
    const found: string[] = []
    for (const { name, sql: text } of triggers) {
      const body = /\bbegin\b([\s\S]*)\bend\s*$/i.exec(text)?.[1] ?? ''
      for (const statement of body.split(';').filter((part) => part.trim())) {
        const plan = await rowsOf<{ detail: string }>(
          `explain query plan ${statement.replaceAll(/\b(new|old)\.\w+/g, "''")}`,
        )
        for (const { detail } of plan)
          if (tables.has(/^SCAN (\w+)/.exec(detail)?.[1] ?? '')) found.push(`${name}: ${detail}`)
      }
    }
    expect(triggers.length).toBeGreaterThan(100)
    expect(found).toEqual([])
  },
)
