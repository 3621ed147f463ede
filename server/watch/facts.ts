import { statfs } from 'node:fs/promises'
import { now } from '../clock.ts'
import { isAccessRefused } from '../db/engines/access-refused.ts'
import { checkWritable } from '../db/engines/can-write.ts'
import { FIT, readFitness, type Unfit } from '../db/engines/fitness.ts'
import { isAlive, listServers, schemaOfRelease } from '../db/engines/servers.ts'
import type { Db } from '../db/schema.ts'
import type { Trouble } from '../integrations/asked.ts'
import { countJobs } from '../jobs/count-jobs.ts'
import { type Held, heldServices } from '../jobs/holds.ts'
import type { Heartbeat } from '../live/heartbeat.ts'
import { type TroubledWebhook, troubledWebhooks } from '../webhooks/troubled.ts'

/** What is known of an installation at one moment, as its conditions are read from it. */
export type Facts = {
  database: 'ok' | 'down' | 'refused'
  /** What makes a database that answers refuse saves. */
  unfit: Unfit
  /** The services that no job asks at the moment, for how long, and how many jobs wait for them. */
  held: (Held & { forMs: number; waiting: number })[]
  jobs: { waiting: number; failing: number; given_up: number }
  /** The webhooks with deliveries that were given up, or whose receiver fails. */
  webhooks: TroubledWebhook[]
  /** As this server makes them; null where it makes none. */
  backups: { last: string | null; problem: string | null; overdue: boolean; missing: number } | null
  missingFiles: number
  sweepStopped: boolean
  /** What is free where DATA_DIR is; null where the system does not tell. */
  freeBytes: number | null
  /** How far the clock is ahead of the database's, in milliseconds; null where that is nothing to speak of. */
  clockOffset: number | null
  hears: boolean | null
  /** The servers that are alive and have another schema. */
  otherSchemas: string[]
  /** Why the read replica is not used; null where it is, or there is none. */
  replica: string | null
  forwardedIgnored: boolean
  /** The external services whose last call by this server failed. */
  troubles: Trouble[]
}

/** Where the facts come from; what a server does not have is left out. */
export type Sources = {
  db: Db
  dataDir: string
  /** Of the jobs, the kinds that ask each service. */
  kinds: { mail: readonly string[]; push: readonly string[] }
  backups?: (() => Promise<NonNullable<Facts['backups']>>) | undefined
  lastSweep?: (() => { stopped: boolean; missing: string[] } | undefined) | undefined
  heartbeat?: Pick<Heartbeat, 'clockIsOff' | 'offset' | 'hears'> | undefined
  replica?: { whyUnused: () => string | null } | undefined
  troubles: () => Trouble[]
  forwardedIgnored: () => boolean
  fitness?: (db: Db) => Promise<Unfit>
  log: { error: (details: object, message: string) => void }
}

/** Reads the facts. Never rejects for what is wrong with the database: that is one of them. */
export async function readFacts(sources: Sources): Promise<Facts> {
  const { db, dataDir, backups, lastSweep, heartbeat, replica, troubles, forwardedIgnored } = sources
  const made = (await backups?.()) ?? null
  const sweep = lastSweep?.()
  return {
    ...(await readDatabase(sources, db)),
    backups: made,
    missingFiles: Math.max(made?.missing ?? 0, sweep?.missing.length ?? 0),
    sweepStopped: sweep?.stopped ?? false,
    freeBytes: await freeBytes(dataDir),
    clockOffset: heartbeat?.clockIsOff() ? heartbeat.offset() : null,
    hears: heartbeat?.hears() ?? null,
    replica: replica?.whyUnused() ?? null,
    forwardedIgnored: forwardedIgnored(),
    troubles: troubles(),
  }
}

type OfDatabase = Pick<Facts, 'database' | 'unfit' | 'held' | 'jobs' | 'webhooks' | 'otherSchemas'>

async function readDatabase({ kinds, log, fitness = readFitness }: Sources, db: Db): Promise<OfDatabase> {
  try {
    await checkWritable(db)
    const others = (await listServers(db)).filter((row) => isAlive(row) && row.schema_name !== schemaOfRelease)
    return {
      database: 'ok',
      unfit: await fitness(db),
      held: await readHeld(db, kinds),
      jobs: await countJobs(db),
      webhooks: await troubledWebhooks(db),
      otherSchemas: others.map(({ name }) => name),
    }
  } catch (error) {
    log.error({ err: error }, isAccessRefused(error) ? 'the database refuses access' : 'the database does not answer')
    const jobs = { waiting: 0, failing: 0, given_up: 0 }
    return {
      database: isAccessRefused(error) ? 'refused' : 'down',
      unfit: FIT,
      held: [],
      jobs,
      webhooks: [],
      otherSchemas: [],
    }
  }
}

async function readHeld(db: Db, kinds: Sources['kinds']) {
  const held = await heldServices(db)
  return Promise.all(
    held.map(async (one) => ({
      ...one,
      forMs: now() - Date.parse(one.since),
      waiting: (await countJobs(db, kinds[one.service])).waiting,
    })),
  )
}

const freeBytes = (folder: string) =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => null,
  )
