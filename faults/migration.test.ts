import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { startServer } from '../e2e/server.ts'
import { openDatabase } from '../server/db/engines/open.ts'
import { SqliteFile } from '../server/db/engines/sqlite-file.ts'
import { migrate, migrations } from '../server/db/migrate.ts'
import { random } from '../server/testing/seed.ts'
import { PATIENCE, ROUNDS } from './rounds.ts'

const TOPICS = 200
const settings = (dataDir: string) => ({ DATA_DIR: dataDir, DEMO_DATA: 'false', LOG_LEVEL: 'silent' })
const fileIn = (dataDir: string) => join(dataDir, 'back-office.db')

/** The names of all migrations, in order. */
const allMigrations = migrations.map(({ name }) => name)

/** A database as the second migration left it, with topics in it. */
async function anOldDatabase() {
  const dataDir = mkdtempSync(join(tmpdir(), 'migration-'))
  const db = openDatabase(fileIn(dataDir))
  await sql`pragma synchronous = off`.execute(db)
  await migrate(db, migrations.slice(0, 2))
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
  const database = new SqliteFile(fileIn(dataDir), { readonly: true })
  const all = (query: string) => database.column(query)
  const found = {
    migrations: all('select name from migrations order by name'),
    integrity: all('pragma integrity_check'),
    topics: all('select count(*) from topics'),
    admins: all('select count(*) from admins'),
  }
  database.close()
  return found
}

const whatShouldBe = {
  migrations: allMigrations,
  integrity: ['ok'],
  topics: [TOPICS],
  admins: [1],
}

it.each(Array.from({ length: ROUNDS * 2 }, (_, round) => round))(
  'a server killed while it brings an old database up to date does so at its next start (round %i)',
  async (round) => {
    const dataDir = await anOldDatabase()
    // In turn: at a sync, so between two steps, and at a write, so within one.
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
    expect(whatIsThere(dataDir)).toEqual(whatShouldBe)
    rmSync(dataDir, { recursive: true })
  },
  PATIENCE,
)

it(
  'of servers that start together on an old database one comes up and the others say why not; each step is done once',
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const dataDir = await anOldDatabase()
      const started = await Promise.allSettled([1, 2, 3].map(() => startServer(settings(dataDir))))
      const refusals = started.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Error).message] : []))
      expect(refusals).toEqual(
        Array(2).fill(expect.stringContaining(`DATA_DIR: another process is already using ${dataDir}`)),
      )
      for (const one of started) if (one.status === 'fulfilled') await one.value.stop()
      expect(whatIsThere(dataDir)).toEqual(whatShouldBe)
      rmSync(dataDir, { recursive: true })
    }
  },
  PATIENCE,
)
