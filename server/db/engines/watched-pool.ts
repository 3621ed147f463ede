import type { Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { describeAddress, isAccessRefused } from './access-refused.ts'
import { isReadOnly } from './database-unavailable.ts'

/** In milliseconds. With `every`, they add up to less than the five seconds within which a caller gets an answer. */
type Patience = {
  /** How long a connection may be in use before the pool checks whether the database is there at all. */
  busy: number
  /** How long the database may take to answer that check. */
  silence: number
  every: number
  /** How long a query may go unanswered while the database answers others; unlimited if left out. */
  longest?: number
}
const PATIENCE: Patience = { busy: 1500, silence: 2000, every: 500 }

/** What callers get while the database is silent; see isDatabaseUnavailable. */
const silent = () => Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' })

/**
 * A pool that notices when its database hangs: accepts connections and queries but never answers. A single query may
 * take `longest`, so while connections are in use, the database is asked something else on a new connection. Without an
 * answer to that, running queries are given up, and new callers are refused immediately until it answers again. Once a
 * connection refuses to write, it and all older ones are discarded: the same address may now lead to the new primary.
 */
export function watchedPool(config: pg.PoolConfig, patience: Partial<Patience> = {}) {
  const { busy, silence, every, longest } = { ...PATIENCE, ...patience }
  const pool = new pg.Pool(config)
  const inUse = new Map<pg.PoolClient, number>()
  let hangs = false
  let released = 0
  let isAsking = false
  let refusals = 0
  const refusalsBefore = new WeakMap<pg.PoolClient, number>()
  const isStale = (client: pg.PoolClient) => refusalsBefore.get(client) !== refusals
  pool.on('connect', (client) => {
    refusalsBefore.set(client, refusals)
    const refused = (error: Error) => {
      if (isReadOnly(error) && !isStale(client)) refusals++
      sayWhere(error)
    }
    watchAnswers(client, refused)
    if (longest) giveUpAfter(longest, client)
  })
  pool.on('acquire', (client) => inUse.set(client, performance.now()))
  pool.on('release', (_error, client) => {
    inUse.delete(client)
    released++
  })

  /** Tells the log which database a refusal came from. */
  const sayWhere = (error: Error) =>
    isAccessRefused(error) ? Object.assign(error, { at: describeAddress(config.connectionString ?? '') }) : error

  const timer = setInterval(() => void look(), every).unref()

  async function look() {
    const longAgo = performance.now() - busy
    if (isAsking || !(hangs || [...inUse.values()].some((since) => since < longAgo))) return
    isAsking = true
    const before = released
    // Anything that has finished in the meantime was answered too.
    hangs = !(await isThere(config, silence)) && (hangs || released === before)
    isAsking = false
    if (hangs) for (const client of inUse.keys()) giveUp(client)
  }

  async function connect(): Promise<pg.PoolClient> {
    if (hangs) throw silent()
    const client = await pool.connect().catch((error: Error) => {
      throw sayWhere(error)
    })
    if (isStale(client)) {
      client.release(true)
      return connect()
    }
    const release = client.release
    client.release = (error) => release(error ?? isStale(client))
    return client
  }

  return {
    options: pool.options,
    on: pool.on.bind(pool),
    connect,
    end: () => {
      clearInterval(timer)
      return pool.end()
    },
  }
}

/** Ending a connection that waits for an answer destroys it, and rejects what it waits for. */
const giveUp = (client: pg.PoolClient) => void (client as unknown as pg.Client).end()

/** Reports each query that fails. */
function watchAnswers(client: pg.PoolClient, failed: (error: Error) => void) {
  const query = client.query.bind(client) as (...words: unknown[]) => Promise<unknown>
  const watched = (...words: unknown[]) =>
    query(...words).catch((error: Error) => {
      failed(error)
      throw error
    })
  Object.assign(client, { query: watched })
}

/** Gives up a connection at its first query without a timely answer: its network may be gone without notice. */
function giveUpAfter(milliseconds: number, client: pg.PoolClient) {
  const query = client.query.bind(client) as (...words: unknown[]) => Promise<unknown>
  const inTime = (...words: unknown[]) => {
    const timer = globalThis.setTimeout(() => giveUp(client), milliseconds)
    return query(...words).finally(() => clearTimeout(timer))
  }
  Object.assign(client, { query: inTime })
}

/** A wait is split into so many steps of this process's waking time. */
const STEPS = 20

/**
 * Resolves after this many milliseconds in which this process could have read an answer: while it works through many
 * rows without pausing it reads nothing, and connecting takes several answers.
 */
async function awakeFor(milliseconds: number, signal: AbortSignal) {
  for (let step = 0; step < STEPS && !signal.aborted; step++) {
    await setTimeout(milliseconds / STEPS, undefined, { signal }).then(setImmediate, () => {})
  }
}

/** Whether the database says anything in time, even a refusal. */
async function isThere(config: pg.PoolConfig, silence: number) {
  // Its own limit would include the time in which this process was busy.
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 0 })
  client.on('error', () => {})
  const waiting = new AbortController()
  const answer = client
    .connect()
    .then(() => client.query('select 1'))
    .then(
      () => true,
      (error: Error) => error.message !== 'timeout expired',
    )
  const nothing = awakeFor(silence, waiting.signal).then(() => false)
  const found = await Promise.race([answer, nothing])
  waiting.abort()
  if (found) void client.end()
  // It may wait for an answer forever.
  else (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
  return found
}
