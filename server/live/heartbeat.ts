import { hostname } from 'node:os'
import { isoNow, newId } from '../clock.ts'
import { isPostgres } from '../db/engines/is-postgres.ts'
import {
  isAlive,
  isBeingUpdated,
  listServers,
  readDatabaseClock,
  removeServers,
  saveServer,
  schemaOfRelease,
  stopServer,
} from '../db/engines/servers.ts'
import type { Db } from '../db/schema.ts'
import type { Log } from '../log.ts'
import type { Bus } from './bus.ts'

const EVERY_MS = 10_000
/** A larger clock offset is reported. */
const LARGEST_OFFSET_MS = 2_000

/** What a server knows about itself. */
export type Heartbeat = {
  id: string
  /** Its host and port. */
  name: string
  /** How far this machine's clock is ahead of the database's, in milliseconds; null if the database has none. */
  offset: () => number | null
  /** Whether it hears the other servers; null if there are none. */
  hears: () => boolean | null
  /** Whether its clock is wrong enough for an operator to know. */
  clockIsOff: () => boolean
  /** How many servers were alive at the last look. */
  servers: () => number
  /** Whether no calls are taken because a newer release is working on the database. */
  isPaused: () => boolean
  stop: () => Promise<void>
}

/**
 * Reports every ten seconds that this server is there, and checks the database's clock and schema: once a newer release
 * has changed the schema, or is about to, this server is paused. Resolves after the first time; rejects if that fails.
 */
export async function startHeartbeat(
  db: Db,
  { port, release, bus, every = EVERY_MS }: { port: number; release: string; bus: Bus; every?: number },
  log: Log<'warn' | 'error' | 'info'>,
): Promise<Heartbeat> {
  const id = newId()
  const name = `${hostname()}:${port}`
  const started_at = isoNow()
  let offset: number | null = null
  let isPaused = false
  let wasOff = false
  let alive = 1

  async function beat() {
    offset = await readDatabaseClock(db)
    const isUpdated = await isBeingUpdated(db)
    if (isUpdated !== isPaused) {
      log.warn({}, isUpdated ? 'a newer release is at work on the database: taking no calls' : 'taking calls again')
    }
    isPaused = isUpdated
    tellOffset()
    const hears = bus.hears()
    await saveServer(db, {
      id,
      name,
      release,
      schema_name: schemaOfRelease,
      started_at,
      seen_at: isoNow(),
      offset_ms: offset,
      hears: hears === null ? null : Number(hears),
      state: isPaused ? 'paused' : 'serving',
    })
    alive = (await listServers(db)).filter(isAlive).length
  }

  const clockIsOff = () => offset !== null && Math.abs(offset) > LARGEST_OFFSET_MS
  function tellOffset() {
    const isOff = clockIsOff()
    if (isOff && !wasOff) log.warn({ offset_ms: offset }, 'the clock of this machine differs from that of the database')
    wasOff = isOff
  }

  // A data folder has one server; other rows came with another's backup.
  if (!isPostgres(db)) await removeServers(db)
  await beat()
  let running = Promise.resolve()
  let failed = false
  const timer = setInterval(() => {
    running = running.then(beat).then(
      () => void (failed = false),
      (error) => {
        if (!failed) log.error({ err: error }, 'this server could not record its heartbeat')
        failed = true
      },
    )
  }, every)
  return {
    id,
    name,
    offset: () => offset,
    hears: bus.hears,
    clockIsOff,
    servers: () => alive,
    isPaused: () => isPaused,
    async stop() {
      clearInterval(timer)
      await running
      // One that cannot be removed soon counts as gone.
      await stopServer(db, id).catch(() => {})
    },
  }
}
