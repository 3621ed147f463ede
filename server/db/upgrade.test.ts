import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openEmptyTestDatabase, openTestDatabase } from '../testing/open-test-database.ts'
import { readSchema } from '../testing/read-schema.ts'
import { restoreRelease, storedReleases } from '../testing/releases.ts'
import { copiedTables } from './copy-tables.ts'
import { isPostgres } from './is-postgres.ts'
import { migrate, migrations } from './migrate.ts'
import type { Db } from './schema.ts'

/** Migrations of the release to come. Empty it when that is out, and store its database: see docs/testing.md. */
const unreleased: string[] = ['0021-servers']

let db: Db
beforeEach(async () => {
  db = await openEmptyTestDatabase()
})
afterEach(() => db.destroy())

const run = async <Row>(text: string) => (await sql.raw<Row>(text).execute(db)).rows

async function rowsOfEach() {
  const tables: Record<string, object[]> = {}
  for (const { table, key } of copiedTables) {
    // A table that the release did not have yet.
    const rows = await run<object>(`select * from ${table} order by ${key}`).catch(() => undefined)
    if (rows) tables[table] = rows
  }
  return tables
}

// What a key repeats decides what it is: 0014 writes all of them again.
const withoutKeys = (row: object) => Object.fromEntries(Object.entries(row).filter(([name]) => !name.endsWith('_key')))

// Entries of activity belong to changes, which have their ids since 0019.
function asSince0019(table: string, row: Record<string, unknown>) {
  if (table !== 'activity' || 'change_id' in row) return row
  const { id, ...entry } = row
  return { ...entry, change_id: id }
}

describe.each(storedReleases())('a database as it was %s', (release) => {
  beforeEach(() => restoreRelease(db, release))

  it('gets the schema of a fresh one and keeps its rows', async () => {
    const before = await rowsOfEach()
    await migrate(db)
    const fresh = await openTestDatabase()
    expect(await readSchema(db)).toEqual(await readSchema(fresh))
    await fresh.destroy()
    const after = await rowsOfEach()
    for (const [table, rows] of Object.entries(before)) {
      const kept = rows.map((row) => expect.objectContaining(asSince0019(table, withoutKeys(row))))
      expect([table, after[table]]).toEqual([table, kept])
      expect([table, rows.length > 1]).toEqual([table, true])
    }
  })

  it('counts, finds and changes the rows that it had', async () => {
    await migrate(db)
    const counts = await run<{ table_name: string; active: number }>('select * from record_counts order by table_name')
    expect(counts).toContainEqual(expect.objectContaining({ table_name: 'rv_types', active: 1, deleted: 1 }))
    expect(counts).toContainEqual(expect.objectContaining({ table_name: 'app_sign_ins', active: 2 }))
    const [admins] = await run<{ total: number }>('select count(*) as total from admins')
    expect(counts).toContainEqual(expect.objectContaining({ table_name: 'admins', active: admins?.total, deleted: 0 }))
    expect(await run("select * from sessions where id = '' or proved_at <> created_at")).toEqual([])
    for (const { table, key } of copiedTables) await run(`update ${table} set ${key} = ${key}`)
    if (isPostgres(db)) return
    for (const { name } of await run<{ name: string }>(
      `select name from sqlite_master where sql like '%using fts5%'`,
    )) {
      const [column] = await run<{ name: string }>(`select name from pragma_table_info('${name}')`)
      const table = name.replace('_search', '')
      await run(`update ${table} set ${column?.name} = 'changed ' || seq`)
      const [found] = await run<object>(`select rowid from ${name} where ${name} match 'changed'`)
      expect([name, found]).toEqual([name, expect.anything()])
    }
    expect(await run('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(await run('pragma foreign_key_check')).toEqual([])
  })
})

it('the database of the newest release is stored', () => {
  const names = migrations.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(unreleased))
  const [newest = ''] = names.filter((name) => !unreleased.includes(name)).slice(-1)
  expect(storedReleases()).toContain(`after-${newest.slice(0, 4)}`)
})
