import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type LogEvent, type Logger, sql } from 'kysely'
import { openDatabase } from '../db/engines/open.ts'
import { openPostgres } from '../db/engines/open-postgres.ts'
import { migrate } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'

/** The PostgreSQL server that the tests run on; undefined on SQLite. */
export const TEST_SERVER = process.env.TEST_POSTGRES_URL

/** The migrated database on a PostgreSQL server that all others there are copied from. */
const TEMPLATE = 'rv_tests_template'

/**
 * A fresh, migrated and empty database: SQLite in memory, or under `npm run test:postgres` one on that server. It is
 * dropped when it is destroyed. Migrations run once per worker; each database is a copy. `log` gets every statement.
 */
export async function openTestDatabase(log?: Logger): Promise<Db> {
  if (TEST_SERVER) return openUntilDestroyed(TEST_SERVER, await createTestDatabase(TEST_SERVER), 6, log)
  return openDatabase(await migratedImage(), { log })
}

/** A fresh database without tables, on the same server. It is dropped when it is destroyed. */
export async function openEmptyTestDatabase(): Promise<Db> {
  if (!TEST_SERVER) return openDatabase(':memory:')
  const name = newName()
  await onServer(TEST_SERVER, `create database ${name}`)
  return openUntilDestroyed(TEST_SERVER, `${TEST_SERVER}/${name}`, 2)
}

/** Opens a database that is dropped when it is destroyed: several hundred would need gigabytes. */
function openUntilDestroyed(server: string, url: string, connections: number, log?: Logger) {
  const db = openPostgres(url, connections, undefined, log)
  const destroy = db.destroy.bind(db)
  db.destroy = async () => {
    await destroy()
    await onServer(server, `drop database if exists ${url.slice(server.length + 1)} with (force)`)
  }
  return db
}

/** Creates a migrated database on a PostgreSQL server and returns its address. */
export async function createTestDatabase(server: string) {
  const name = newName()
  const at = serverAt(server)
  at.version ??= versionOf(at.db)
  // The faster way for small databases; servers before PostgreSQL 15 know no other.
  const strategy = (await at.version) >= 150_000 ? 'strategy file_copy' : ''
  await onServer(server, `create database ${name} template ${TEMPLATE} ${strategy}`)
  return `${server}/${name}`
}

const newName = () => `rv_tests_${randomBytes(8).toString('hex')}`

/** Makes the template again from the current migrations. */
export async function prepareTemplate(server: string) {
  await onServer(server, `drop database if exists ${TEMPLATE}`)
  await onServer(server, `create database ${TEMPLATE}`)
  const db = openPostgres(`${server}/${TEMPLATE}`, 1)
  await migrate(db)
  await db.destroy()
}

/** Drops all databases left by tests. */
export async function dropTestDatabases(server: string) {
  const { db } = serverAt(server)
  const { rows } = await sql<{ datname: string }>`
    select datname from pg_database where datname like 'rv\\_tests\\_%'`.execute(db)
  for (const { datname } of rows) await sql`drop database ${sql.id(datname)} with (force)`.execute(db)
}

type Server = { db: Db; version?: Promise<number> }
const servers = new Map<string, Server>()

/** Each server has one connection, which closes itself after ten idle seconds. */
function serverAt(url: string): Server {
  const known = servers.get(url)
  if (known) return known
  const server: Server = { db: openPostgres(`${url}/postgres`, 1) }
  servers.set(url, server)
  return server
}

const onServer = (url: string, text: string) => sql.raw(text).execute(serverAt(url).db)

async function versionOf(db: Db) {
  const { rows } = await sql<{ version: number }>`
    select current_setting('server_version_num')::int as version`.execute(db)
  return rows[0]?.version ?? 0
}

let image: Promise<Buffer> | undefined

/** The bytes of an SQLite file with all migrations applied and no records, made once per worker. */
function migratedImage() {
  image ??= makeImage()
  return image
}

/** Writes a migrated and empty SQLite database to a file, for tests that ask for the file itself. */
export async function writeTestDatabase(file: string) {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await writeFile(file, await migratedImage(), { mode: 0o600 })
}

async function makeImage() {
  const folder = await mkdtemp(join(tmpdir(), 'template-'))
  const file = join(folder, 'template.db')
  const db = openDatabase(file)
  await migrate(db)
  await db.destroy()
  const bytes = await readFile(file)
  await rm(folder, { recursive: true })
  return bytes
}

const BEGINS = /^(begin|start transaction)\b/i
const BOUND = /^(begin|start transaction|commit|rollback|savepoint|release)\b/i

/** Watches a database that was opened with `log`. */
export function watchStatements() {
  const watchers = new Set<(text: string) => void>()
  return {
    log({ query }: LogEvent) {
      for (const watch of watchers) watch(query.sql)
    },
    /** The statements that the database runs until `work` ends, and how many transactions it begins. */
    async statementsOf(work: () => Promise<unknown>) {
      const texts: string[] = []
      const watch = (text: string) => void texts.push(text)
      watchers.add(watch)
      try {
        await work()
      } finally {
        watchers.delete(watch)
      }
      return {
        statements: texts.filter((text) => !BOUND.test(text)),
        transactions: texts.filter((text) => BEGINS.test(text)).length,
      }
    },
  }
}
