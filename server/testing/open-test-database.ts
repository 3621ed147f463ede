import { randomBytes } from 'node:crypto'
import { type Logger, sql } from 'kysely'
import { openDatabase } from '../db/engines/open.ts'
import { openPostgres } from '../db/engines/open-postgres.ts'
import { migrate } from '../db/migrate.ts'
import type { Db } from '../db/schema.ts'
import { migratedImage } from './migrated-image.ts'

/** The PostgreSQL server that the tests run on; nothing when they run on SQLite. */
export const TEST_SERVER = process.env.TEST_POSTGRES_URL

/** The migrated database of a PostgreSQL server that all others there are copies of. */
const TEMPLATE = 'rv_tests_template'

/**
 * A fresh, migrated and empty database: SQLite in memory, or under `npm run test:postgres` one of that server. It is
 * gone once it is destroyed. Migrations run once a worker; each database is a copy of what they made. `log` hears of every
 * statement.
 */
export async function openTestDatabase(log?: Logger): Promise<Db> {
  if (TEST_SERVER) return openUntilDestroyed(TEST_SERVER, await createTestDatabase(TEST_SERVER), 6, log)
  return openDatabase(await migratedImage(), { log })
}

/** A fresh database without any table, on the same server. It is gone once it is destroyed. */
export async function openEmptyTestDatabase(): Promise<Db> {
  if (!TEST_SERVER) return openDatabase(':memory:')
  const name = newName()
  await onServer(TEST_SERVER, `create database ${name}`)
  return openUntilDestroyed(TEST_SERVER, `${TEST_SERVER}/${name}`, 2)
}

/** Opens a database that is dropped once it is destroyed: several hundred would need gigabytes. */
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
  // The quicker way for small databases; servers before PostgreSQL 15 know no other.
  const strategy = (await at.version) >= 150_000 ? 'strategy file_copy' : ''
  await onServer(server, `create database ${name} template ${TEMPLATE} ${strategy}`)
  return `${server}/${name}`
}

const newName = () => `rv_tests_${randomBytes(8).toString('hex')}`

/** Makes the template again, from the migrations as they are now. */
export async function prepareTemplate(server: string) {
  await onServer(server, `drop database if exists ${TEMPLATE}`)
  await onServer(server, `create database ${TEMPLATE}`)
  const db = openPostgres(`${server}/${TEMPLATE}`, 1)
  await migrate(db)
  await db.destroy()
}

/** Drops all databases that tests have left. */
export async function dropTestDatabases(server: string) {
  const { db } = serverAt(server)
  const { rows } = await sql<{ datname: string }>`
    select datname from pg_database where datname like 'rv\\_tests\\_%'`.execute(db)
  for (const { datname } of rows) await sql`drop database ${sql.id(datname)} with (force)`.execute(db)
}

type Server = { db: Db; version?: Promise<number> }
const servers = new Map<string, Server>()

/** Each server has one connection, which closes by itself once it is idle for ten seconds. */
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
