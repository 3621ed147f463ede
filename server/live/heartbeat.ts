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
/** A clock that is further off than this is reported. */
const LARGEST_OFFSET_MS = 2_000

/** What a server knows about itself. */
export type Heartbeat = {
  id: string
  /** Its machine and port. */
  name: string
  /** How far this machine's clock is ahead of the database's, in milliseconds; null where the database has none. */
  offset: () => number | null
  /** Whether it hears what the servers tell each other; null where there are no others. */
  hears: () => boolean | null
  /** Whether its clock is so far off that an operator should know. */
  clockIsOff: () => boolean
  /** How many servers were alive when it last looked. */
  servers: () => number
  /** Whether a newer release is at work on the database, so that no calls are taken. */
  isPaused: () => boolean
  stop: () => Promise<void>
}

/**
 * Writes every ten seconds that this server is there, and looks at the database's clock and at its schema: once a newer
 * release has changed that, or is about to, this server is paused. Resolves after the first time; rejects when that fails.
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

  // A data folder has one server; other rows came with a backup of another one.
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
      // One that cannot be removed counts as gone soon.
      await stopServer(db, id).catch(() => {})
    },
  }
}
