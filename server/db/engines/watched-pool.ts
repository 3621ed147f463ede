import type { Socket } from 'node:net'
import { setImmediate, setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { describeAddress, isAccessRefused } from './access-refused.ts'
import { isReadOnly } from './database-unavailable.ts'

/** In milliseconds. Together with `every` they stay below the five seconds after which a caller has an answer. */
type Patience = {
  /** How long a connection may be in use before the database is asked whether it is there at all. */
  busy: number
  /** How long it may take to answer that. */
  silence: number
  every: number
  /** How long a query may be without an answer while the database answers others; for any time where it is left out. */
  longest?: number
}
const PATIENCE: Patience = { busy: 1500, silence: 2000, every: 500 }

/** What callers get while the database says nothing; see isDatabaseUnavailable. */
const silent = () => Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' })

/**
 * A pool that knows when its database hangs: one that takes connections and queries and never answers. A query alone may
 * take `longest`, so while connections are in use the database is asked something else on a new connection. Without an
 * answer to that, what runs is given up, and new callers are refused at once until there is an answer again. Once a
 * connection has refused to write, it and all older ones are thrown away: the same address may lead to the one that has
 * taken over.
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

  /** A refusal says in the log which database it came from. */
  const sayWhere = (error: Error) =>
    isAccessRefused(error) ? Object.assign(error, { at: describeAddress(config.connectionString ?? '') }) : error

  const timer = setInterval(() => void look(), every).unref()

  async function look() {
    const longAgo = performance.now() - busy
    if (isAsking || !(hangs || [...inUse.values()].some((since) => since < longAgo))) return
    isAsking = true
    const before = released
    // Anything that has finished in the meantime had an answer too.
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

/** Tells of each query that fails. */
function watchAnswers(client: pg.PoolClient, failed: (error: Error) => void) {
  const query = client.query.bind(client) as (...words: unknown[]) => Promise<unknown>
  const watched = (...words: unknown[]) =>
    query(...words).catch((error: Error) => {
      failed(error)
      throw error
    })
  Object.assign(client, { query: watched })
}

/** Gives a connection up with the first query that has no answer in time: its network may be gone without notice. */
function giveUpAfter(milliseconds: number, client: pg.PoolClient) {
  const query = client.query.bind(client) as (...words: unknown[]) => Promise<unknown>
  const inTime = (...words: unknown[]) => {
    const timer = globalThis.setTimeout(() => giveUp(client), milliseconds)
    return query(...words).finally(() => clearTimeout(timer))
  }
  Object.assign(client, { query: inTime })
}

/** Of the time that this process is awake in, a wait of so many is counted as one. */
const STEPS = 20

/**
 * Resolves after this many milliseconds in which this process could have read an answer: one that works through many
 * rows at a stretch reads nothing meanwhile, and connecting takes several answers.
 */
async function awakeFor(milliseconds: number, signal: AbortSignal) {
  for (let step = 0; step < STEPS && !signal.aborted; step++) {
    await setTimeout(milliseconds / STEPS, undefined, { signal }).then(setImmediate, () => {})
  }
}

/** Whether the database says anything in time, even a refusal. */
async function isThere(config: pg.PoolConfig, silence: number) {
  // Its own limit would count the time in which this process was busy itself.
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
  // It may be waiting for an answer for ever.
  else (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
  return found
}
