import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePort } from '../server/testing/free-port.ts'

export const ADMIN = { email: 'ada@example.com', password: 'correct-horse-1!' }

/** Generous, because a busy machine is not a fault. */
const START_PATIENCE = 300_000

/** The real server as a person starts it, with a separate data folder. */
export type RunningServer = {
  url: string
  dataDir: string
  /** Of PostgreSQL, unless the embedded database is used. */
  databaseUrl: string | undefined
  process: ChildProcess
  /** What it has printed so far. */
  output: () => string
  /** The newest mail it has written, or nothing. */
  newestMail: () => string | undefined
  stop: () => Promise<void>
}

/**
 * Starts the server with demo data and a known administrator; `env` changes settings, `under` is a program to run it
 * under. Resolves when it says that it is ready.
 */
export async function startServer(env: Record<string, string> = {}, under: string[] = []): Promise<RunningServer> {
  const dataDir = env.DATA_DIR ?? newDataDir(env)
  const port = Number(env.PORT ?? (await freePort()))
  const settings = { ...(await onPostgres(dataDir)), ...env }
  const process = spawnServer(
    {
      PORT: String(port),
      DATA_DIR: dataDir,
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
      DEMO_DATA: 'true',
      DRAIN_SECONDS: '0',
      WEBHOOK_PRIVATE_ADDRESSES: 'true',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...settings,
    },
    under,
  )
  const read = collect(process)
  await Promise.race([until(() => read().includes('is ready at'), START_PATIENCE), once(process, 'exit')])
  if (process.exitCode !== null || process.signalCode !== null) throw new Error(`the server did not start:\n${read()}`)

  const mailFolder = join(dataDir, 'mail')
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    databaseUrl: settings.DATABASE_URL,
    process,
    output: read,
    newestMail() {
      try {
        const newest = readdirSync(mailFolder)
          .filter((name) => name.endsWith('.eml'))
          .sort()
          .at(-1)
        return newest && readFileSync(join(mailFolder, newest), 'utf8')
      } catch {
        return undefined
      }
    },
    async stop() {
      if (process.exitCode === null) {
        process.kill('SIGTERM')
        await once(process, 'exit')
      }
      if (!env.DATA_DIR) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A data folder for a server with these settings, with the demo data if that was prepared. */
function newDataDir({ DEMO_DATA = 'true' }: Record<string, string>) {
  const dataDir = mkdtempSync(join(tmpdir(), 'journey-'))
  const prepared = globalThis.process.env.JOURNEYS_DEMO_DATA
  if (prepared && DEMO_DATA === 'true') cpSync(prepared, dataDir, { recursive: true })
  return dataDir
}

/** If JOURNEYS_POSTGRES_URL names a PostgreSQL server (without a database): a database for each data folder. */
async function onPostgres(dataDir: string): Promise<Record<string, string>> {
  const server = globalThis.process.env.JOURNEYS_POSTGRES_URL
  if (!server) return {}
  const name = `journey_${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  const client = new pg.Client(`${server}/postgres`)
  await client.connect()
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (!rowCount) await client.query(`create database ${name}`)
  await client.end()
  return { DATABASE_URL: `${server}/${name}` }
}

/** Starts the server with just these settings, and returns its exit code and what it printed. */
export async function runServer(env: Record<string, string>) {
  const process = spawnServer(env)
  const read = collect(process)
  const [code] = await once(process, 'exit')
  return { code: code as number, output: read() }
}

/** Starts the server's process with just these settings; `under` is a program to run it under. */
export function spawnServer(env: Record<string, string>, under: string[] = []) {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = globalThis.process.env
  const [program, ...words] = [...under, globalThis.process.execPath]
  return spawn(program ?? '', [...words, 'server/main.ts'], { env: { PATH, HOME, NODE_COMPILE_CACHE, ...env } })
}

function collect({ stdout, stderr }: ReturnType<typeof spawnServer>) {
  let output = ''
  for (const stream of [stdout, stderr]) stream.on('data', (chunk) => (output += chunk))
  return () => output
}

/** Waits until `holds` returns true, checking often. */
export async function until(holds: () => boolean, milliseconds = 120_000) {
  for (const end = Date.now() + milliseconds; Date.now() < end; ) {
    if (holds()) return
    await new Promise((soon) => setTimeout(soon, 50))
  }
  throw new Error('waited in vain')
}
