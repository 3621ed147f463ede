import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { expect, vi } from 'vitest'
import { startServer } from '../e2e/server.ts'
import type { startPrivatePostgres } from '../server/testing/private-postgres.ts'
import { random } from '../server/testing/seed.ts'
import type { Call } from './call.ts'
import type { History } from './history.ts'
import { readThings } from './workload.ts'

type Postgres = Awaited<ReturnType<typeof startPrivatePostgres>>

/** Opens a separate connection to a database. */
export async function connect(url: string) {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Queries a database without a server. */
export async function ask<Row>(url: string, query: string): Promise<Row[]> {
  const client = await connect(url)
  try {
    return (await client.query(query)).rows as Row[]
  } finally {
    await client.end()
  }
}

/** Creates an empty database and returns its address. */
export async function createDatabase({ url }: Pick<Postgres, 'url'>) {
  const name = `faults_${randomBytes(6).toString('hex')}`
  await ask(`${url}/postgres`, `create database ${name}`)
  return `${url}/${name}`
}

/** Starts a server on a database; servers with the same folder share their files. */
export const startOn = (url: string, dataDir: string, more: Record<string, string> = {}, under: string[] = []) =>
  startServer({ DATABASE_URL: url, DATA_DIR: dataDir, DEMO_DATA: 'false', LOG_LEVEL: 'silent', ...more }, under)

/** The outcome of a call that may not have been carried out, and how long it took. */
type Unusual = { status: number; body: unknown }

/** Makes each call through a random one of several servers; one that did not answer is dead and not used again. */
export function throughAnyOf(calls: Call[]) {
  const alive = [...calls]
  const unusual: Unusual[] = []
  let longest = 0
  const call: Call = async (...words) => {
    const one = alive[Math.floor(random() * alive.length)] as Call
    const start = performance.now()
    const outcome = await one(...words)
    longest = Math.max(longest, performance.now() - start)
    if (outcome.known) return outcome
    unusual.push(outcome)
    if (outcome.status === 0) alive.splice(0, alive.length, ...alive.filter((other) => other !== one))
    return outcome
  }
  return { call, unusual, longest: () => longest }
}

/** Waits until a database is idle, then compares what it contains with what it may contain. */
export async function checkAndSettle(history: History, url: string, dataDir: string) {
  const client = await connect(url)
  const all = async <Row>(query: string) => (await client.query(query)).rows as Row[]
  await vi.waitFor(
    async () =>
      expect(
        await all(`select query from pg_stat_activity
                   where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`),
      ).toEqual([]),
    { timeout: 120_000, interval: 20 },
  )
  const { found, unsound } = await readThings(all, dataDir)
  await client.end()
  expect([...history.problems(found), ...unsound]).toEqual([])
  history.settle(found)
}
