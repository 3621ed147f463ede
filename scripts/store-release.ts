import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { sql } from 'kysely'
import { copiedTables } from '../server/db/copy-tables.ts'
import { isPostgres } from '../server/db/engines/is-postgres.ts'
import { openDatabase } from '../server/db/engines/open.ts'
import { openPostgres } from '../server/db/engines/open-postgres.ts'
import { migrate, migrations } from '../server/db/migrate.ts'
import { readQuery, writeQuery } from '../server/db/raw-query.ts'
import type { Db } from '../server/db/schema.ts'
import { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { releaseFile, restoreRelease, storedReleases } from '../server/testing/releases.ts'

/**
 * `node scripts/store-release.ts`: stores the database of the release that ends with the last migration, on SQLite and
 * on PostgreSQL, for server/db/upgrade.sql.test.ts. It is the newest one that is stored, brought up to date, with two
 * rows in each table that is new. A file that is there already is never written again.
 */
const release = `after-${migrations.at(-1)?.name.slice(0, 4)}`
const before = storedReleases().at(-1)
if (before === release) throw new Error(`${release} is stored already`)

const newest = openDatabase(':memory:')
await migrate(newest)
const sqlite = openDatabase(':memory:')
await bringUpToDate(sqlite)
writeFileSync(releaseFile(release, 'sqlite'), await dumpSqlite(sqlite))
await sqlite.destroy()

const server = await startPrivatePostgres()
try {
  const url = `${server.url}/postgres`
  const postgres = openPostgres(url, 1)
  await bringUpToDate(postgres)
  await postgres.destroy()
  writeFileSync(releaseFile(release, 'postgres'), dumpPostgres(url))
} finally {
  server.throwAway()
}

async function bringUpToDate(db: Db) {
  if (before) await restoreRelease(db, before)
  await migrate(db)
  await sql`update migrations set applied_at = '2026-01-01T00:00:00.000Z'`.execute(db)
  for (const { table } of copiedTables) {
    const [{ rows } = { rows: 0 }] = await readQuery<{ rows: number }>(db, `select count(*) as rows from ${table}`, [])
    for (let place = rows + 1; place <= 2; place++) await addRow(db, table, place)
  }
}

/** A row whose values are the names of their columns, but for references to others: those name a row that is there. */
async function addRow(db: Db, table: string, place: number) {
  const columns = await columnsOf(db, table)
  const references = new Map((await referencesOf(table)).map((one) => [one.column, one]))
  const values: (string | number)[] = []
  for (const { name, type } of columns) {
    const to = references.get(name)
    // One record is active and one is not.
    const number = name === 'is_deleted' ? place - 1 : place
    values.push(to ? await keyAt(db, to, place) : /int|double|real/i.test(type) ? number : `${name} ${place}`)
  }
  const places = columns.map(() => '?').join()
  await writeQuery(db, `insert into ${table} (${columns.map(({ name }) => name).join()}) values (${places})`, values)
}

type Reference = { column: string; parent: string; key: string }

/** The references of a table, which are the same in both databases. */
function referencesOf(table: string) {
  const query = 'select "from" as "column", "table" as parent, "to" as "key" from pragma_foreign_key_list(?)'
  return readQuery<Reference>(newest, query, [table])
}

async function keyAt(db: Db, { parent, key }: Reference, place: number) {
  const [row] = await readQuery<{ value: string }>(
    db,
    `select ${key} as value from ${parent} order by ${key} limit 1 offset ?`,
    [place - 1],
  )
  return row?.value ?? ''
}

/** Those that are not computed from others. */
function columnsOf(db: Db, table: string) {
  const query = isPostgres(db)
    ? `select column_name as name, data_type as type from information_schema.columns
       where table_name = ? and table_schema = current_schema() and is_generated = 'NEVER' order by ordinal_position`
    : 'select name, type from pragma_table_info(?)'
  return readQuery<{ name: string; type: string }>(db, query, [table])
}

async function dumpSqlite(db: Db) {
  type Part = { type: string; name: string; sql: string }
  const parts = await readQuery<Part>(
    db,
    `select type, name, sql from sqlite_master where sql is not null and name not like 'sqlite\\_%' escape '\\'
     and not (type = 'table' and exists (select 1 from sqlite_master as search
       where search.sql like '%using fts5%' and sqlite_master.name glob search.name || '_*')) order by rowid`,
    [],
  )
  const tables = parts.filter(({ type }) => type === 'table')
  const searches = tables.filter(({ sql }) => sql.includes('using fts5'))
  // There are no triggers yet when the rows are added.
  const byTriggers = ['record_counts', 'daily_counts', 'name_words', 'synced']
  const filled = ['migrations', ...byTriggers, ...copiedTables.map(({ table }) => table)]
  const rows = await Promise.all(filled.map((table) => insertsOf(db, table)))
  return [
    ...tables.map(({ sql }) => sql),
    ...rows.flat(),
    ...searches.map(({ name }) => `insert into ${name} (${name}) values ('rebuild')`),
    ...parts.filter(({ type }) => type !== 'table').map(({ sql }) => sql),
  ]
    .map((statement) => `${statement};\n`)
    .join('')
}

async function insertsOf(db: Db, table: string) {
  const columns = (await columnsOf(db, table)).map(({ name }) => name)
  const [{ wr } = { wr: 0 }] = await readQuery<{ wr: number }>(db, 'select wr from pragma_table_list(?)', [table])
  // In the order they were added, but for tables without such a number: there by their key, which comes first.
  const order = wr ? '1' : 'rowid'
  const rows = await readQuery<Record<string, string | number | null>>(
    db,
    `select * from ${table} order by ${order}`,
    [],
  )
  return rows.map(
    (row) =>
      `insert into ${table} (${columns.join(', ')}) values (${columns.map((name) => written(row[name])).join(', ')})`,
  )
}

function written(value: string | number | null | undefined) {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value ?? 'null')
}

function dumpPostgres(url: string) {
  const text = execFileSync('pg_dump', ['--inserts', '--no-owner', url], { encoding: 'utf8' })
  const settings = /^(--|COMMENT ON EXTENSION|SET (?!check_function_bodies)|SELECT pg_catalog\.set_config|\\|$)/
  return `${text
    .split('\n')
    .filter((line) => !settings.test(line))
    .join('\n')}\n`
}
