import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startServer } from '../e2e/server.ts'
import { migrate } from '../server/db/migrate.ts'
import { accountAndCatalogue } from '../server/db/migrations/0001-account-and-catalogue.ts'
import { topicsChecklistsMaintenance } from '../server/db/migrations/0002-topics-checklists-maintenance.ts'
import { openDatabase } from '../server/db/open.ts'
import type { Db } from '../server/db/schema.ts'
import { random } from '../server/testing/seed.ts'
import { PATIENCE, ROUNDS } from './rounds.ts'

const TOPICS = 200
const settings = (dataDir: string) => ({ DATA_DIR: dataDir, DEMO_DATA: 'false', LOG_LEVEL: 'silent' })
const fileIn = (dataDir: string) => join(dataDir, 'back-office.db')

/** All migrations, in order. */
async function allMigrations() {
  const db = openDatabase(':memory:')
  const names = await migrate(db)
  await db.destroy()
  return names
}

/** A database as the second migration left it, with topics in it. */
async function anOldDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'migration-'))
  const db = openDatabase(fileIn(dataDir))
  await sql`pragma synchronous = off`.execute(db)
  const names = await allMigrations()
  await db.schema
    .createTable('migrations')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('applied_at', 'text', (column) => column.notNull())
    .execute()
  const steps: ((db: Db) => Promise<void>)[] = [accountAndCatalogue, topicsChecklistsMaintenance]
  for (const [place, up] of steps.entries()) {
    await up(db)
    await db
      .insertInto('migrations')
      .values({ name: names[place] as string, applied_at: '2026-01-01T00:00:00.000Z' })
      .execute()
  }
  const at = '2026-01-01T00:00:00.000Z'
  const shared = { is_deleted: 0, version: 1, created_at: at, updated_at: at }
  for (let seq_no = 1; seq_no <= TOPICS; seq_no++) {
    const name = { name: `Topic ${seq_no}`, name_key: `topic ${seq_no}` }
    await db
      .insertInto('topics')
      .values({ id: `topic-${seq_no}`, ...shared, ...name, seq_no })
      .execute()
  }
  await db.destroy()
  return dataDir
}

function whatIsThere(dataDir: string) {
  const database = new Database(fileIn(dataDir), { readonly: true })
  const all = (query: string) => database.prepare(query).pluck().all()
  const found = {
    migrations: all('select name from migrations order by name'),
    integrity: all('pragma integrity_check'),
    topics: all('select count(*) from topics'),
    admins: all('select count(*) from admins'),
  }
  database.close()
  return found
}

const whatShouldBe = async () => ({
  migrations: await allMigrations(),
  integrity: ['ok'],
  topics: [TOPICS],
  admins: [1],
})

it.each(Array.from({ length: ROUNDS * 2 }, (_, round) => round))(
  'a server killed while it brings an old database up to date does so at its next start (round %i)',
  async (round) => {
    const dataDir = await anOldDatabase()
    // In turn: when something is to be synced, so between two steps, and when something is to be written, so within one.
    const when =
      round % 2
        ? `pwrite64:signal=KILL:when=${1 + Math.floor(random() * 300)}`
        : `fsync,fdatasync:signal=KILL:when=${1 + ((round / 2) % 14)}`
    const killing = [
      'strace',
      '-D',
      '-f',
      '--seccomp-bpf',
      '-qq',
      '-e',
      'trace=fsync,fdatasync,pwrite64',
      '-e',
      `inject=${when}`,
      '-o',
      '/dev/null',
    ]
    await startServer(settings(dataDir), killing).then(
      ({ process }) => (process.kill('SIGKILL'), once(process, 'exit')),
      (error: Error) => expect(error.message).toContain('did not start'),
    )
    const server = await startServer(settings(dataDir))
    await server.stop()
    expect(whatIsThere(dataDir)).toEqual(await whatShouldBe())
    rmSync(dataDir, { recursive: true })
  },
  PATIENCE,
)

it(
  'servers that start together on an old database all come up, and each step is done once',
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const dataDir = await anOldDatabase()
      const servers = await Promise.all([1, 2, 3].map(() => startServer(settings(dataDir))))
      await Promise.all(servers.map((server) => server.stop()))
      expect(whatIsThere(dataDir)).toEqual(await whatShouldBe())
      rmSync(dataDir, { recursive: true })
    }
  },
  PATIENCE,
)
