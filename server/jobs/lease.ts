import { isoNow, newId } from '../clock.ts'
import { engineOf } from '../db/engines/engine.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'
import type { OutsideService } from '../errors.ts'
import { beginTrial } from './holds.ts'

/** A job that this process may run as long as the row still has this `lease`. */
export type Leased = { id: string; kind: string; payload: string; attempts: number; lease: string }
/** Kinds of jobs, with the external service each calls, and the interval in milliseconds of recurring ones. */
export type Kinds = ReadonlyMap<string, { asks?: OutsideService; every?: number }>

/** Another process runs the job, because this one was away longer than its lease. Nothing was written. */
export class LeaseLost extends Error {
  constructor() {
    super('another process has taken this job over')
  }
}

const LEASE_SECONDS = 60
/** Much longer than any pause between attempts: a job due later than this was written while the clock was wrong. */
const TOO_LONG_SECONDS = 1800
const NEVER = '9999-12-31T00:00:00.000Z'

/** The time this many seconds from now (ISO 8601). */
export const secondsFromNow = (seconds: number) => isoNow(seconds * 1000)

/** Leases the oldest due job of these kinds under a new token, if there is one whose service is not on hold. */
export function leaseNext(db: Db, kinds: Kinds): Promise<Leased | undefined> {
  const lease = newId()
  return inTransaction(db, async (db) => {
    const due = nextDue(db, kinds)
    const job = await db
      .updateTable('jobs')
      .set((job) => ({ lease, run_at: secondsFromNow(LEASE_SECONDS), attempts: job('attempts', '+', 1) }))
      .where('id', '=', engineOf(db).skipsLocked ? due.forUpdate().skipLocked() : due)
      .returning(['id', 'kind', 'payload', 'attempts'])
      .executeTakeFirst()
    const service = job && kinds.get(job.kind)?.asks
    if (service) await beginTrial(db, service)
    return job && { ...job, lease }
  })
}

function nextDue(db: Db, kinds: Kinds) {
  const now = secondsFromNow(0)
  const longest = [...kinds.values()].map(({ every = 0 }) => every / 1000)
  const tooLong = secondsFromNow(Math.max(TOO_LONG_SECONDS, ...longest))
  const holdOf = (service: OutsideService) =>
    db
      .selectFrom('held_services')
      .select('service')
      .where('service', '=', service)
      .where('next_try_at', '>', now)
      .where('next_try_at', '<=', tooLong)
  const groups = [...Map.groupBy(kinds, ([, { asks }]) => asks)]
  return (
    db
      .selectFrom('jobs as due')
      .select('due.id')
      .where(({ eb, and, or, not, exists }) =>
        or(
          groups.map(([service, entries]) => {
            const isOne = eb(
              'due.kind',
              'in',
              entries.map(([kind]) => kind),
            )
            return service ? and([isOne, not(exists(holdOf(service)))]) : isOne
          }),
        ),
      )
      .where(({ eb, and, or }) =>
        or([eb('due.run_at', '<=', now), and([eb('due.run_at', '>', tooLong), eb('due.run_at', '<', NEVER)])]),
      )
      // Never runs the same kind with the same payload twice at once: the second continues where the first stopped.
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('jobs as running')
              .select('running.id')
              .whereRef('running.kind', '=', 'due.kind')
              .whereRef('running.payload', '=', 'due.payload')
              .where('running.attempts', '>', 0)
              .where('running.run_at', '>', now)
              .where('running.run_at', '<=', tooLong),
          ),
        ),
      )
      .orderBy('due.run_at')
      .orderBy('due.id')
      .limit(1)
  )
}

/**
 * Gives back the jobs of a process that is gone, which would stay leased for a minute. For a server that knows it is
 * alone.
 */
export const takeBackLeases = (db: Db) =>
  db
    .updateTable('jobs')
    .set({ lease: null, run_at: secondsFromNow(0) })
    .where('lease', 'is not', null)
    .execute()

/** Renews the lease. Throws LeaseLost. Inside a transaction it also keeps others from taking the job until the end. */
export const renewLease = (db: Db, job: Leased) => changeLeased(db, job, { run_at: secondsFromNow(LEASE_SECONDS) })

/** Gives the job back with what is left to do, to run again at that time, or at once. Throws LeaseLost. */
export const handBack = (db: Db, job: Leased, left: object, run_at = secondsFromNow(0)) =>
  changeLeased(db, job, {
    payload: JSON.stringify(left),
    run_at,
    attempts: 0,
    last_error: null,
    lease: null,
  })

/** Gives the job back after a failure, to run again in `pause` seconds, or never. Throws LeaseLost. */
export const postpone = (db: Db, job: Leased, last_error: string, pause: number | 'never') =>
  changeLeased(
    db,
    job,
    pause === 'never'
      ? { last_error, run_at: NEVER, gave_up_at: secondsFromNow(0), lease: null }
      : { last_error, run_at: secondsFromNow(pause), lease: null },
  )

/** While nobody could have been reached, tries beyond this many do not count, and do not lengthen the pauses. */
const MOST_UNCOUNTED = 8

/** Gives the job back because its service is on hold: that does not count as an attempt. Throws LeaseLost. */
export const putBack = (db: Db, job: Leased, last_error: string, pause: number) =>
  changeLeased(db, job, {
    last_error,
    run_at: secondsFromNow(Math.max(pause, 2 ** Math.min(job.attempts, MOST_UNCOUNTED))),
    attempts: Math.min(job.attempts, Math.max(MOST_UNCOUNTED, job.attempts - 1)),
    lease: null,
  })

/** Removes a job that is done. Throws LeaseLost. */
export async function endJob(db: Db, { id, lease }: Leased) {
  const ended = db.deleteFrom('jobs').where('id', '=', id).where('lease', '=', lease).returning('id')
  if (!(await ended.executeTakeFirst())) throw new LeaseLost()
}

type Change = Partial<Record<'payload' | 'run_at' | 'last_error' | 'gave_up_at' | 'lease', string | null>>

async function changeLeased(db: Db, { id, lease }: Leased, change: Change & { attempts?: number }) {
  const changed = db
    .updateTable('jobs')
    .set(change as object)
    .where('id', '=', id)
    .where('lease', '=', lease)
  if (!(await changed.returning('id').executeTakeFirst())) throw new LeaseLost()
}
