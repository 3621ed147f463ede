import type { Db } from '../schema.ts'
import { SqliteFile } from './sqlite-file.ts'

/** How another thread can open a database on its own connection. */
export type Source = { file: string } | { bytes: Uint8Array } | { url: string }

const sources = new WeakMap<Db, () => Source>()
export const setSource = (db: Db, source: () => Source) => void sources.set(db, source)

/** The source of an open database; not for a transaction. */
export function sourceOf(db: Db) {
  const source = sources.get(db)
  if (!source) throw new Error('another thread cannot read a transaction')
  return source()
}

/** A query in its database's own syntax. */
export type Statement = { text: string; values: readonly (string | number)[] }

type Rows = Record<string, unknown>[]

/** The database as of one moment: everything read from it is consistent. */
export type Snapshot = {
  first: (statement: Statement) => Promise<Record<string, unknown> | undefined>
  /** The rows in batches: each is read only when requested, so that memory use stays constant. */
  batches: (statement: Statement, atOnce?: number) => AsyncIterable<Rows>
  /** Stops reading. */
  close: () => Promise<void>
}

/** Rows read at once. */
const BATCH = 200
/** A statement that has read nothing for this long never will. In milliseconds. */
const LONGEST_STATEMENT_MS = 300_000

/** Opens a snapshot on its own thread: reading an embedded database blocks that thread. */
export const openSnapshot = (source: Source) =>
  'url' in source ? ofPostgres(source.url) : ofSqlite('file' in source ? source.file : Buffer.from(source.bytes))

async function ofSqlite(source: string | Buffer): Promise<Snapshot> {
  const database = new SqliteFile(source, { readonly: typeof source === 'string' })
  database.exec('pragma cache_size = -2048')
  // The first query decides the moment.
  database.exec('begin')
  return {
    first: async ({ text, values }) => database.prepare(text).get(values),
    async *batches({ text, values }, atOnce = BATCH) {
      let batch: Rows = []
      for (const row of database.prepare(text).iterate(values)) {
        batch.push(row)
        if (batch.length < atOnce) continue
        yield batch
        batch = []
      }
      if (batch.length) yield batch
    },
    close: async () => database.close(),
  }
}

async function ofPostgres(url: string): Promise<Snapshot> {
  const [{ default: pg }, { default: Cursor }, { numbersAsNumbers }] = await Promise.all([
    import('pg'),
    import('pg-cursor'),
    import('./postgres-types.ts'),
  ])
  const client = new pg.Client({
    connectionString: url,
    application_name: 'rv-owner-back-office export',
    keepAlive: true,
    connectionTimeoutMillis: 5000,
    statement_timeout: LONGEST_STATEMENT_MS,
    types: numbersAsNumbers,
  })
  // The query that needed the connection reports the failure.
  client.on('error', () => {})
  await client.connect()
  await client.query('begin isolation level repeatable read read only')
  // If possible, the server itself notices that nobody is waiting for a long query.
  await client.query('savepoint before_setting')
  await client
    .query("set local client_connection_check_interval = '2s'")
    .catch(() => client.query('rollback to savepoint before_setting'))
  return {
    first: async ({ text, values }) => (await client.query(text, [...values])).rows[0] as Record<string, unknown>,
    async *batches({ text, values }, atOnce = 2 * BATCH) {
      const cursor = client.query(new Cursor<Record<string, unknown>>(text, [...values]))
      for (;;) {
        const batch = await cursor.read(atOnce)
        if (!batch.length) return
        yield batch
      }
    },
    close: () => client.end(),
  }
}
