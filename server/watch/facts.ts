import { statfs } from 'node:fs/promises'
import { now } from '../clock.ts'
import { isAccessRefused } from '../db/engines/access-refused.ts'
import { checkWritable, FIT, readFitness, type Unfit } from '../db/engines/fitness.ts'
import { goneOf, isAlive, listServers, schemaOfRelease } from '../db/engines/servers.ts'
import type { Db } from '../db/schema.ts'
import type { Trouble } from '../integrations/asked.ts'
import { countJobs } from '../jobs/count-jobs.ts'
import { type HeldService, heldServices } from '../jobs/holds.ts'
import type { Heartbeat } from '../live/heartbeat.ts'
import { failingWebhooks, type TroubledWebhook } from '../webhooks/troubled.ts'
import { type BackupState, readNotes, type SweepNote, withOverdue } from './notes.ts'

/** The facts about an installation at one moment, from which its conditions are derived. */
export type Facts = {
  database: 'ok' | 'down' | 'refused'
  /** What makes an answering database refuse saves. */
  unfit: Unfit
  /** The services that no job calls at the moment, for how long, and how many jobs wait for them. */
  held: (HeldService & { forMs: number; waiting: number })[]
  jobs: { waiting: number; failing: number; given_up: number }
  /** The webhooks with deliveries that were given up, or whose receiver fails. */
  webhooks: TroubledWebhook[]
  /**
   * The backups in the worst state, made `by` another server, or by this one if that is null; null if none are made.
   */
  backups: (BackupState & { by: string | null }) | null
  missingFiles: number
  /** The worst findings of the last sweeps, by whom and when; null before the first. */
  sweep: (SweepNote & { by: string; at: string }) | null
  /** The servers that ended without notice. */
  goneServers: { name: string; seen_at: string }[]
  /** Free space in DATA_DIR; null if the system does not say. */
  freeBytes: number | null
  /** How far the clock is ahead of the database's, in milliseconds; null if negligible. */
  clockOffset: number | null
  hears: boolean | null
  /** The schemas of live servers that differ. */
  otherSchemas: string[]
  /** Why the read replica is not used; null if it is, or there is none. */
  replica: string | null
  forwardedIgnored: boolean
  /** The external services whose last call by this server failed. */
  troubles: Trouble[]
}

/** Where the facts come from; what a server does not have is left out. */
export type Sources = {
  db: Db
  dataDir: string
  /** The kinds of jobs that call each service. */
  kinds: { mail: readonly string[]; push: readonly string[] }
  backups?: (() => Promise<BackupState>) | undefined
  heartbeat?: Pick<Heartbeat, 'id' | 'name' | 'clockIsOff' | 'offset' | 'hears'> | undefined
  replica?: { whyUnused: () => string | null } | undefined
  troubles: () => Trouble[]
  forwardedIgnored: () => boolean
  fitness?: (db: Db) => Promise<Unfit>
  log: { error: (details: object, message: string) => void }
}

/** Reads the facts. Never rejects because of the database: its problems are among them. */
export async function readFacts(sources: Sources): Promise<Facts> {
  const { db, dataDir, backups, heartbeat, replica, troubles, forwardedIgnored } = sources
  const own = await backups?.()
  const { notes, ...ofDatabase } = await readDatabase(sources, db)
  const made = notes.backups.filter(({ server }) => !own || server !== heartbeat?.name)
  const candidates = made.map((one) => ({
    ...withOverdue(one),
    by: one.server === heartbeat?.name ? null : one.server,
  }))
  const [worst = null] = [...(own ? [{ ...own, by: null }] : []), ...candidates].toSorted(
    (one, other) => troubleOf(other) - troubleOf(one),
  )
  const [sweep = null] = notes.sweep.toSorted(
    (one, other) => Number(other.stopped) - Number(one.stopped) || other.missing - one.missing,
  )
  return {
    ...ofDatabase,
    backups: worst,
    missingFiles: Math.max(worst?.missing ?? 0, sweep?.missing ?? 0),
    sweep: sweep && { ...sweep, by: sweep.server, at: sweep.noted_at },
    freeBytes: await freeBytes(dataDir),
    clockOffset: heartbeat?.clockIsOff() ? heartbeat.offset() : null,
    hears: heartbeat?.hears() ?? null,
    replica: replica?.whyUnused() ?? null,
    forwardedIgnored: forwardedIgnored(),
    troubles: troubles(),
  }
}

const troubleOf = ({ problem, overdue }: BackupState) => (problem ? 2 : overdue ? 1 : 0)

type OfDatabase = Pick<Facts, 'database' | 'unfit' | 'held' | 'jobs' | 'webhooks' | 'otherSchemas' | 'goneServers'> & {
  notes: Awaited<ReturnType<typeof readNotes>>
}

async function readDatabase({ kinds, log, heartbeat, fitness = readFitness }: Sources, db: Db): Promise<OfDatabase> {
  try {
    await checkWritable(db)
    const servers = await listServers(db)
    const others = servers.filter((row) => isAlive(row) && row.schema_name !== schemaOfRelease)
    return {
      database: 'ok',
      unfit: await fitness(db),
      held: await readHeld(db, kinds),
      jobs: await countJobs(db),
      webhooks: await failingWebhooks(db),
      otherSchemas: others.map(({ name }) => name),
      goneServers: goneOf(servers, heartbeat?.id).map(({ name, seen_at }) => ({ name, seen_at })),
      notes: await readNotes(db),
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
      goneServers: [],
      notes: { backups: [], sweep: [] },
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
