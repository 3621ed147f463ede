import { join } from 'node:path'
import { verify } from '@node-rs/argon2'
import Fastify from 'fastify'
import pg from 'pg'
import { openAppSession } from '../server/auth/app-sessions.ts'
import { SqliteFile } from '../server/db/engines/sqlite-file.ts'
import type { Db } from '../server/db/schema.ts'
import { inTransaction } from '../server/db/transaction.ts'
import type { Settings } from '../server/settings/settings.ts'
import { DATABASE_FILE } from '../server/start/open-configured.ts'
import { ADMIN } from './stores.ts'
import { OWNERS } from './sync.ts'

/** The baseline for a measurement: the first rows by one prepared, indexed query, and one commit after the other. */
type Raw = { page: () => Promise<unknown[]>; commit: () => Promise<unknown> }

// The first ten rows with the fields of the users list.
const PAGE = `select id, is_deleted, version, created_at, updated_at, name, email, type, status
              from users order by created_at desc, id desc limit 10`
const TABLE = 'create table if not exists raw_commits (id integer primary key, n integer)'
const ROW = 'insert into raw_commits values (1, 0) on conflict do nothing'
const COMMIT = 'update raw_commits set n = n + 1 where id = 1'

/** A bare Fastify server on the same database as the product; also measures what needs no HTTP. */
export async function bareServer(db: Db, settings: Settings, passwordHash: string) {
  const raw = settings.databaseUrl ? await rawPostgres(settings.databaseUrl) : rawSqlite(settings.dataDir)
  const app = Fastify()
  app.post('/query', async () => ({ data: await raw.page() }))
  // The cheapest answer: the same bytes again.
  let kept = ''
  app.post('/keep', async ({ body }) => {
    kept = JSON.stringify(body)
    return {}
  })
  for (const method of ['GET', 'POST'] as const) {
    app.route({ method, url: '/kept', handler: async (_, reply) => reply.type(JSON_TYPE).send(kept) })
  }
  app.get('/unchanged', async (_, reply) => reply.status(304).send())
  app.post('/commits', async () => ({ rate: await rateOf(1, raw.commit) }))
  app.post('/hashes', async () => ({ rate: await rateOf(16, () => verify(passwordHash, ADMIN.password)) }))
  // Any change of a table invalidates the product's cached lists.
  app.post('/forget', async () => {
    for (const table of ['users', 'rvs'] as const) {
      const { id } = await db.selectFrom(table).select('id').limit(1).executeTakeFirstOrThrow()
      await db.updateTable(table).set({ version: 1 }).where('id', '=', id).execute()
    }
    return {}
  })
  // Owners who have signed in.
  app.post('/owners', () =>
    inTransaction(db, async (db) => {
      const users = await db
        .selectFrom('users')
        .select('id')
        .where('status', '=', 1)
        .orderBy('id')
        .limit(OWNERS)
        .execute()
      const tokens: string[] = []
      for (const { id } of users) tokens.push(await openAppSession(db, id))
      return { tokens }
    }),
  )
  app.post('/memory', async () => {
    globalThis.gc?.()
    const { rss, heapUsed } = process.memoryUsage()
    return { rss, heap: heapUsed }
  })
  return app
}

const MILLISECONDS = 1000
const JSON_TYPE = 'application/json; charset=utf-8'

/** How often per second `work` completes with `clients` at a time. */
async function rateOf(many: number, work: () => Promise<unknown>) {
  const began = performance.now()
  let done = 0
  const worker = async () => {
    for (; performance.now() - began < MILLISECONDS; done++) await work()
  }
  await Promise.all(Array.from({ length: many }, worker))
  return (done / (performance.now() - began)) * 1000
}

function rawSqlite(dataDir: string): Raw {
  const database = new SqliteFile(join(dataDir, DATABASE_FILE))
  database.exec('pragma synchronous = FULL')
  database.exec(`${TABLE}; ${ROW}`)
  const [page, commit] = [database.prepare(PAGE), database.prepare(COMMIT)]
  return { page: async () => page.all(), commit: async () => commit.run() }
}

async function rawPostgres(connectionString: string): Promise<Raw> {
  const pool = new pg.Pool({ connectionString, max: 16 })
  await pool.query(TABLE)
  await pool.query(ROW)
  return {
    page: async () => (await pool.query({ name: 'page', text: PAGE })).rows,
    commit: () => pool.query({ name: 'commit', text: COMMIT }),
  }
}
