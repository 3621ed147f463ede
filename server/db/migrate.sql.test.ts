import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { followClock } from '../clock.ts'
import { rvTypeRecords } from '../resources/rv-types/rv-types.service.ts'
import { openConfiguredDatabase } from '../start/open-configured.ts'
import { openTestDatabase, TEST_SERVER } from '../testing/open-test-database.ts'
import { engineOf } from './engines/engine.ts'
import { insertMany } from './engines/insert-many.ts'
import { openDatabase } from './engines/open.ts'
import { isBehind, type Migration, migrate, migrations } from './migrate.ts'
import { keys } from './migrations/0012-release-1.2.0.keys.ts'
import { isPostgres, type MigrationDb } from './migrations/frozen/migration-db.ts'
import { rebuildRecordTable } from './migrations/frozen/rebuild-record-table.ts'
import { replaceSearchIndex } from './migrations/frozen/record-table.ts'
import type { Db } from './schema.ts'
import { textKey } from './search/text-key.ts'

const at = '2026-01-01T00:00:00.000Z'
const shared = { is_deleted: 0, version: 1, created_at: at, updated_at: at }

let db: Db
beforeEach(async () => {
  db = await openTestDatabase()
  const named = (name: string) => ({ ...shared, id: `${name} id`, name, name_key: name })
  await db
    .insertInto('rv_types')
    .values({ ...named('coach'), seq_no: 1 })
    .execute()
  await db.insertInto('years').values(named('2026')).execute()
  const text = { description: '', description_key: '', seq_no: 1 }
  await insertMany(db, 'models', [{ ...named('model'), ...text, cat_id: 'coach id', year_id: '2026 id' }])
})
// Opened as a server does, a database sets the clock.
afterAll(() => followClock(undefined))
afterEach(() => db.destroy())

const apply = (up: Migration['up'], more: Pick<Migration, 'rebuilds'> = {}) =>
  migrate(db, [...migrations, { name: '9999-next', up, ...more }])
const models = () => db.selectFrom('models').select(['id', 'cat_id']).execute()

const rebuildRvTypes = (db: MigrationDb) =>
  rebuildRecordTable(db, 'rv_types', (table) => {
    let wider = table
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('name_key', 'text', (column) => column.notNull())
      .addColumn('seq_no', 'integer')
    for (const name of ['name_fr', 'name_fr_key', 'name_fr_for', 'french'])
      wider = wider.addColumn(name as 'name', 'text', (column) => column.notNull().defaultTo(''))
    return wider
  })

it('can rebuild a table that others refer to, with all its rows and theirs', async () => {
  await apply(
    (db) =>
      isPostgres(db)
        ? db.schema
            .alterTable('rv_types')
            .alterColumn('seq_no', (column) => column.dropNotNull())
            .execute()
        : rebuildRvTypes(db),
    { rebuilds: true },
  )
  expect(await models()).toEqual([{ id: 'model id', cat_id: 'coach id' }])
  await sql`insert into rv_types (id, is_deleted, version, created_at, updated_at, name, name_key)
            values ('van id', 0, 1, ${at}, ${at}, 'van', 'van')`.execute(db)
  await db.updateTable('rv_types').set({ name_key: 'motor coach' }).where('id', '=', 'coach id').execute()
  const found = await rvTypeRecords.page(db, { filters: { name: { value: 'motor' } } })
  expect(found.data.map(({ _id }) => _id)).toEqual(['coach id'])
  expect((await rvTypeRecords.page(db, {})).total).toBe(2)
  const twin = db.insertInto('rv_types').values({ ...shared, id: 'x', name: 'van', name_key: 'van', seq_no: 1 })
  await expect(twin.execute()).rejects.toThrow(/unique/i)
  const orphan = db.updateTable('models').set({ cat_id: 'nobody' }).execute()
  await expect(orphan).rejects.toThrow(/foreign key/i)
})

it.runIf(!TEST_SERVER)('rebuilds no table in a migration that does not say so', async () => {
  await expect(apply(rebuildRvTypes)).rejects.toThrow('the migration of rv_types needs rebuilds: true')
  expect(await models()).toEqual([{ id: 'model id', cat_id: 'coach id' }])
})

it.each<Pick<Migration, 'rebuilds'>>([{}, { rebuilds: true }])(
  'takes back a migration that leaves a row without what it refers to (%o)',
  async (more) => {
    const failing = apply(async (db) => void (await db.deleteFrom('rv_types').execute()), more)
    await expect(failing).rejects.toThrow(/foreign key|refer to rows that are missing \(models to rv_types\)/i)
    expect(await models()).toEqual([{ id: 'model id', cat_id: 'coach id' }])
    expect(await db.selectFrom('rv_types').select('id').execute()).toEqual([{ id: 'coach id' }])
    await expect(db.deleteFrom('rv_types').execute()).rejects.toThrow(/foreign key/i)
    expect(await migrate(db)).toEqual([])
  },
)

it('reads all rows for what they refer to only after a migration that rebuilds tables', async () => {
  const statements: string[] = []
  const embedded = openDatabase(':memory:', { log: ({ query }) => void statements.push(query.sql) })
  const checks = () => statements.filter((statement) => statement === 'pragma foreign_key_check').length
  await migrate(embedded)
  const rebuilding = migrations.filter(({ rebuilds }) => rebuilds).length
  expect(checks()).toBe(rebuilding)
  await migrate(embedded, [...migrations, { name: '9999-next', rebuilds: true, up: async () => {} }])
  expect(checks()).toBe(rebuilding + 1)
  await embedded.destroy()
})

it('tells each migration of a database that is in use, and none of a new one', async () => {
  const told: object[] = []
  const tell = (step: object) => told.push(step)
  const fresh = openDatabase(':memory:')
  await migrate(fresh, migrations, tell)
  await fresh.destroy()
  expect(told).toEqual([])
  const next = ['9998-next', '9999-last'].map((name) => ({ name, up: async () => void told.push({ runs: name }) }))
  await migrate(db, [...migrations, ...next], tell)
  expect(told).toEqual([
    { migration: '9998-next', left: 2 },
    { runs: '9998-next' },
    { migration: '9999-last', left: 1 },
    { runs: '9999-last' },
  ])
})

it('finds and changes rows that were there before their search index', async () => {
  await apply((db) => replaceSearchIndex(db, 'years', ['name_key']))
  await db.updateTable('years').set({ name_key: 'the year 2026' }).execute()
  if (!engineOf(db).hasSearchTable) return
  const { rows } = await sql`select rowid from years_search where years_search match 'year'`.execute(db)
  expect(rows.length).toBe(1)
  await sql`insert into years_search (years_search, rank) values ('integrity-check', 1)`.execute(db)
})

it('says of a database whether it is behind', async () => {
  const next = { name: '9999-next', up: async () => {} }
  expect([await isBehind(db), await isBehind(db, [...migrations, next])]).toEqual([false, true])
  await db
    .deleteFrom('migrations')
    .where('name', '=', migrations[0]?.name ?? '')
    .execute()
  expect(await isBehind(db)).toBe(true)
})

it('refuses a database that a newer version has changed', async () => {
  await apply(async () => {})
  await expect(migrate(db)).rejects.toThrow('a newer version of this product has changed the database: 9999-next')
})

it('says in one line at the start that a newer version has changed the database', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'newer-'))
  const settings = { dataDir, databaseUrl: undefined }
  const own = await openConfiguredDatabase(settings)
  await migrate(own, [...migrations, { name: '9999-next', up: async () => {} }])
  await own.destroy()
  await expect(openConfiguredDatabase(settings)).rejects.toThrow(
    'DATA_DIR: a newer version of this product has changed the database: 9999-next',
  )
  rmSync(dataDir, { recursive: true })
})

it.each(['0001-account-and-catalogue', '0012-changes-in-steps'])(
  'refuses a database that a version between two releases has changed, and leaves it as it is (%s)',
  async (name) => {
    await db.deleteFrom('migrations').execute()
    await db.insertInto('migrations').values({ name, applied_at: at }).execute()
    const refusal = `an unreleased version of this product has changed the database: ${name}`
    await expect(migrate(db)).rejects.toThrow(refusal)
    expect(await db.selectFrom('migrations').select('name').execute()).toEqual([{ name }])
    expect(await models()).toEqual([{ id: 'model id', cat_id: 'coach id' }])
  },
)

it('keys of names with accents become those that a new record of the name gets', async () => {
  const old = (name: string) => ({ ...shared, id: `${name} id`, name, name_key: name.normalize('NFD').toLowerCase() })
  const names = ['Crème Brûlée', 'Creme Brulee', 'Łódź', 'Plain']
  await insertMany(
    db,
    'topics',
    names.map((name) => ({ ...old(name), seq_no: 1 })),
  )
  await apply(keys)
  const rows = await db.selectFrom('topics').select(['name', 'name_key']).execute()
  expect(rows.map(({ name, name_key }) => [name, name_key])).toEqual(
    expect.arrayContaining(names.map((name) => [name, textKey(name)])),
  )
})
