import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { recordTypes } from '#contract/kinds.ts'
import { derivedOf, withoutNote } from '../testing/derived.ts'
import { openEmptyTestDatabase } from '../testing/open-test-database.ts'
import { readSchema } from '../testing/read-schema.ts'
import { restoreRelease, storedReleases } from '../testing/releases.ts'
import { copiedTables } from './copy-tables.ts'
import { isPostgres } from './engines/is-postgres.ts'
import { openDatabase } from './engines/open.ts'
import { type Migration, migrate, migrations } from './migrate.ts'
import { foldedKey } from './migrations/frozen/folded-key.ts'
import {
  countRows,
  createRecordTable,
  createSortIndex,
  createUniqueActiveIndex,
  replaceSearchIndex,
  stampChangesOf,
} from './migrations/frozen/record-table.ts'
import type { Db } from './schema.ts'

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
    const rows = await run<object>(`select * from ${table} order by ${[key].flat().join()}`).catch(() => undefined)
    if (rows) tables[table] = rows
  }
  return tables
}

/** Adds a searched field to models, a kind of record and a table of rows, as the next release might. */
const next: Migration = {
  name: '9999-model-badges',
  async up(db) {
    for (const column of ['badge', 'badge_key']) {
      await db.schema
        .alterTable('models')
        .addColumn(column, 'text', (column) => column.notNull().defaultTo(''))
        .execute()
    }
    await createSortIndex(db, 'models', 'badge_key')
    await replaceSearchIndex(db, 'models', ['name_key', 'description_key', 'badge_key'])
    await db
      .updateTable('models')
      .set({ badge: 'Größe', badge_key: foldedKey('Größe') })
      .where('is_deleted', '=', 1)
      .execute()
    await createRecordTable(db, 'stickers', (table) =>
      table
        .addColumn('name', 'text', (column) => column.notNull())
        .addColumn('name_key', 'text', (column) => column.notNull()),
    )
    await createUniqueActiveIndex(db, 'stickers', ['name_key'])
    await db.schema
      .createTable('visits')
      .addColumn('id', 'text', (column) => column.primaryKey())
      .addColumn('page', 'text', (column) => column.notNull())
      .execute()
    await countRows(db, 'visits')
    await stampChangesOf(db, 'servers', 'name')
  },
}

describe.each(storedReleases())('a database as it was %s', (release) => {
  beforeEach(() => restoreRelease(db, release))

  it.each([
    ['', migrations],
    [', also with the next migration', [...migrations, next]],
  ])('gets the schema of a fresh one and keeps its rows%s', async (_name, steps) => {
    const before = await rowsOfEach()
    await migrate(db, steps)
    const fresh = await openEmptyTestDatabase()
    await migrate(fresh, steps)
    expect(await readSchema(db)).toEqual(await readSchema(fresh))
    await fresh.destroy()
    const after = await rowsOfEach()
    for (const [table, rows] of Object.entries(before)) {
      const kept = rows.map((row) => expect.objectContaining(row))
      // Rows of dropped tables may have moved to it.
      expect([table, after[table]]).toEqual([table, expect.arrayContaining(kept)])
      expect([table, rows.length > 1]).toEqual([table, true])
    }
  })

  it('notes for syncs, and counts, what it had', async () => {
    await migrate(db)
    expect(await withoutNote(db)).toEqual([])
    const { counts } = await derivedOf(db)
    for (const [table, active, deleted] of counts as [string, number, number][]) {
      if (!recordTypes.includes(table as never)) continue
      const [row] = await run<{ active: number; deleted: number }>(
        `select count(*) filter (where is_deleted = 0) as active, count(*) filter (where is_deleted = 1) as deleted from ${table}`,
      )
      expect([table, active, deleted]).toEqual([table, Number(row?.active), Number(row?.deleted)])
    }
  })

  it('counts, finds and changes the rows that it had', async () => {
    const before = await rowsOfEach()
    await migrate(db)
    const counts = await run<{ table_name: string; active: number }>('select * from record_counts order by table_name')
    // The app's menu comes with its table.
    for (const table_name of recordTypes.filter((type) => before[type] && type !== 'menu_items')) {
      expect(counts).toContainEqual(expect.objectContaining({ table_name, active: 1, deleted: 1 }))
    }
    expect(counts).toContainEqual(expect.objectContaining({ table_name: 'app_sign_ins', active: 2 }))
    for (const { table, key } of copiedTables) {
      const [first] = [key].flat()
      await run(`update ${table} set ${first} = ${first}`)
    }
    if (isPostgres(db)) return
    for (const { name } of await run<{ name: string }>(
      `select name from sqlite_master where sql like '%using fts5%'`,
    )) {
      const [column] = await run<{ name: string }>(`select name from pragma_table_info('${name}')`)
      const table = name.replace('_search', '')
      if (!before[table]) continue
      await run(`update ${table} set ${column?.name} = 'changed ' || seq`)
      const [found] = await run<object>(`select rowid from ${name} where ${name} match 'changed'`)
      expect([name, found]).toEqual([name, expect.anything()])
    }
    expect(await run('pragma integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(await run('pragma foreign_key_check')).toEqual([])
  })
})

it('the database of the newest release that changed tables is stored', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8')
  const released = changelog.slice(changelog.search(/^## \d/m))
  const [, newest] = /^\*\*Schema\*\*.*`(\d{4})-.*`/m.exec(released) ?? []
  expect(storedReleases()).toContain(`after-${newest}`)
})

it('names that differ by quotes only are compared alike afterwards; a twin keeps its name and is found by it', async () => {
  const before = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === '0011-plain-quotes'),
  )
  await migrate(db, before)
  const columns = 'id, is_deleted, version, created_at, updated_at, name, name_key, seq_no'
  for (const [place, name] of ['Owner’s', "Owner's", 'Fifth–Wheel'].entries()) {
    const key = name.toLowerCase().replaceAll("'", "''")
    await run(
      `insert into topics (${columns}) values ('t${place}', 0, 1, '', '', '${name.replaceAll("'", "''")}', '${key}', 1)`,
    )
  }
  await migrate(db)
  const rows = await run<{ id: string; name: string; name_key: string }>(
    'select id, name, name_key from topics order by id',
  )
  expect(rows).toEqual([
    { id: 't0', name: 'Owner’s', name_key: "owner's t0" },
    { id: 't1', name: "Owner's", name_key: "owner's" },
    { id: 't2', name: 'Fifth–Wheel', name_key: 'fifth-wheel' },
  ])
})

it('what earlier releases only said of their changes is known of them afterwards', async () => {
  const before = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === '0012-release-1.2.0'),
  )
  await migrate(db, before)
  const add = (place: number, [call, kind, message, undoes]: (string | null)[], state = 'done') =>
    run(`insert into changes (id, seq, is_deleted, folded_count, at, call, kind, message, message_key, record_type, title,
      title_key, record_count, state, left_count, is_final, reason, undoes) values ('c${place}', ${place}, 0, 0, '',
      '${call}', '${kind}', '${message}', '', 'users', '', '', 1, '${state}', 0, 0, 'test', ${undoes ? `'${undoes}'` : 'null'})`)
  await add(1, ['admin/bulk', 'edit', '1,204 of 1,300 owners deactivated successfully. The others were inactive.'])
  await add(2, ['admin/bulk', 'delete', 'Removing 9,000 owners: stopped after 250 records.'], 'stopped')
  await add(3, ['sign-in-new-browser', 'other', 'Signed in from a new browser: Firefox on Linux.'])
  await add(4, ['npm run admin reset', 'other', 'A new password has been set; second factors were removed.'])
  for (const place of [5, 6, 7]) await add(place, ['admin/changes/undo', 'undo', '', `c${place - 1}`])
  await migrate(db)
  const rows = await run<object>('select action, done_count, detail, is_redo from changes order by seq')
  expect(rows.map((row) => Object.values(row).map((value) => (value === null ? null : String(value))))).toEqual([
    ['deactivate', '1204', null, '0'],
    ['delete', null, null, '0'],
    [null, null, 'Firefox on Linux', '0'],
    ['reset_factors', null, null, '0'],
    [null, null, null, '0'],
    [null, null, null, '1'],
    [null, null, null, '0'],
  ])
})

it('changes that the release before has begun go on by the one kind of job that there is now', async () => {
  const before = migrations.slice(
    0,
    migrations.findIndex(({ name }) => name === '0012-release-1.2.0'),
  )
  await migrate(db, before)
  const left = { change_id: 'c', record_type: 'users' }
  const stored = [
    ['undo-change', { ...left, undoes: 'b', passes: [], after: 'x' }],
    ['bulk-change', { ...left, action: 'delete', matching: {}, except: [], after: 2, through: 9, done: 1 }],
    ['mail-code', { email: 'kim@example.com' }],
  ] as const
  for (const [kind, payload] of stored)
    await run(`insert into jobs (id, kind, payload, run_at, attempts)
      values ('${kind}', '${kind}', '${JSON.stringify(payload)}', '', 0)`)
  await migrate(db)
  const jobs = await run<{ id: string; kind: string; payload: string }>(
    'select id, kind, payload from jobs order by id',
  )
  expect(jobs.map(({ id, kind, payload }) => [id, kind, JSON.parse(payload)])).toEqual([
    ['bulk-change', 'change-step', { ...stored[1][1], work: 'bulk' }],
    ['mail-code', 'mail-code', stored[2][1]],
    ['undo-change', 'change-step', { ...stored[0][1], work: 'undo' }],
  ])
})

it('many pages get the words of their texts by few statements', async () => {
  const place = migrations.findIndex(({ name }) => name === '0012-release-1.2.0')
  const statements: string[] = []
  const embedded = openDatabase(':memory:', { log: ({ query }) => void statements.push(query.sql) })
  await migrate(embedded, migrations.slice(0, place))
  const content = `'<p>The <b>p</b>ump no. ' || value || ' is “café”.</p>'`
  await sql
    .raw(`with recursive places (value) as (select 1 union all select value + 1 from places where value < 250)
      insert into cms_pages (id, is_deleted, version, created_at, updated_at, title, title_key, code, code_key, content)
      select 'page' || value, 0, 1, '', '', 'Page', 'page', value, value, ${content} from places`)
    .execute(embedded)
  statements.length = 0
  await migrate(embedded, migrations.slice(0, place + 1))
  const { rows } =
    await sql`select id from cms_pages where content_words = 'the pump no ' || code || ' is cafe'`.execute(embedded)
  expect(rows.length).toBe(250)
  expect(statements.filter((statement) => /^\s*update "cms_pages"/.test(statement)).length).toBe(3)
  await embedded.destroy()
})
