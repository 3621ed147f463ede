import { setImmediate } from 'node:timers/promises'
import { v7 as newId } from 'uuid'
import { engineOf } from '../db/engine.ts'
import type { Db } from '../db/schema.ts'
import { inTransaction } from '../db/transaction.ts'

/**
 * The function for each kind of job. Jobs are rows written in the transaction that needs the work, and run after it.
 */
export type JobHandlers = Record<string, (payload: never, about: JobContext) => Promise<void>>

/** What a handler receives besides its payload. */
export type JobContext = {
  /** Whether this is the last attempt. */
  isLast: boolean
  /**
   * Replaces the payload by what is left to do, in the transaction that did the part before. The job then runs again,
   * after those that are due by then. Throws when another process has taken over the job.
   */
  continueWith: (db: Db, payload: object) => Promise<void>
}

type Log = { error: (details: object, message: string) => void }

/** With the pauses in between, enough for a service that is down for half a day. */
const MAX_ATTEMPTS = 60
const LEASE_SECONDS = 60
const LEASE_RENEWED_EVERY = 20_000
const LOOK_EVERY = 2_000
const LONGEST_PAUSE_SECONDS = 900
/** No job is ever scheduled this far ahead, so one that is was written while the clock was wrong. */
const TOO_LONG_SECONDS = 2 * LONGEST_PAUSE_SECONDS
const NEVER = '9999-12-31T00:00:00.000Z'

const secondsFromNow = (seconds: number) => new Date(Date.now() + seconds * 1000).toISOString()

/** Adds a job. `payload` is stored as JSON until the job is done. */
export const enqueue = (db: Db, kind: string, payload: object) =>
  db
    .insertInto('jobs')
    .values({
      id: newId(),
      kind,
      payload: JSON.stringify(payload),
      run_at: secondsFromNow(0),
      attempts: 0,
      last_error: null,
    })
    .execute()

/**
 * Runs the oldest due job of the kinds in `handlers`. The job is leased: if this process dies, another one runs it a
 * minute later. A failing job is retried with growing pauses for half a day. Resolves to whether there was a job.
 */
export async function runNextJob(db: Db, handlers: JobHandlers, log: Log): Promise<boolean> {
  const job = await inTransaction(db, (db) => leaseNext(db, Object.keys(handlers)))
  if (!job) return false

  let goesOn = false
  async function continueWith(db: Db, payload: object) {
    await handBack(db, job as Leased, payload)
    goesOn = true
  }
  const lease = setInterval(() => void renewLease(db, job.id, log), LEASE_RENEWED_EVERY)
  try {
    await handlers[job.kind]?.(JSON.parse(job.payload) as never, { isLast: job.attempts >= MAX_ATTEMPTS, continueWith })
    if (!goesOn) await db.deleteFrom('jobs').where('id', '=', job.id).execute()
  } catch (error) {
    const next =
      job.attempts >= MAX_ATTEMPTS
        ? NEVER
        : secondsFromNow(Math.min(LONGEST_PAUSE_SECONDS, 2 ** job.attempts) * (0.75 + Math.random() / 2))
    await db
      .updateTable('jobs')
      .set({ run_at: next, last_error: error instanceof Error ? error.message : String(error) })
      .where('id', '=', job.id)
      .execute()
    log.error({ err: error, job: job.id, kind: job.kind, attempts: job.attempts }, 'a job failed')
  } finally {
    clearInterval(lease)
  }
  return true
}

async function leaseNext(db: Db, kinds: string[]) {
  const now = secondsFromNow(0)
  const tooLong = secondsFromNow(TOO_LONG_SECONDS)
  const due = db
    .selectFrom('jobs as due')
    .select('due.id')
    .where('due.kind', 'in', kinds)
    .where(({ eb, and, or }) =>
      or([eb('due.run_at', '<=', now), and([eb('due.run_at', '>', tooLong), eb('due.run_at', '<', NEVER)])]),
    )
    // Never runs the same kind with the same payload twice at a time: the second continues where the first stopped.
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
  return db
    .updateTable('jobs')
    .set((job) => ({ run_at: secondsFromNow(LEASE_SECONDS), attempts: job('attempts', '+', 1) }))
    .where('id', '=', engineOf(db).skipsLocked ? due.forUpdate().skipLocked() : due)
    .returningAll()
    .executeTakeFirst()
}

type Leased = { id: string; payload: string }

// A process that was away longer than its lease finds another payload here; the error undoes its step.
async function handBack(db: Db, { id, payload }: Leased, left: object) {
  const handedBack = await db
    .updateTable('jobs')
    .set({ payload: JSON.stringify(left), run_at: secondsFromNow(0), attempts: 0, last_error: null })
    .where('id', '=', id)
    .where('payload', '=', payload)
    .returning('id')
    .executeTakeFirst()
  if (!handedBack) throw new Error('another process has taken this job over')
}

/** The number of jobs in the queue, including those that were given up. */
export async function waitingJobs(db: Db) {
  const { total } = await db
    .selectFrom('jobs')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

const renewLease = (db: Db, id: string, log: Log) =>
  db
    .updateTable('jobs')
    .set({ run_at: secondsFromNow(LEASE_SECONDS) })
    .where('id', '=', id)
    .execute()
    .catch((error) => log.error({ err: error, job: id }, 'the lease of a job could not be renewed'))

/**
 * Runs jobs until `stop` is called: those of one kind one after the other, different kinds in parallel, so that a mail
 * server that does not answer delays no push. `stop` waits for running jobs.
 */
export function startJobs(db: Db, handlers: JobHandlers, log: Log) {
  const lanes = Object.entries(handlers).map(([kind, handler]) => startLane(db, { [kind]: handler }, log))
  const timer = setInterval(look, LOOK_EVERY)
  function look() {
    for (const lane of lanes) lane.look()
  }
  return {
    /** Looks for due jobs now instead of at the next interval. */
    look,
    async stop() {
      clearInterval(timer)
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}

function startLane(db: Db, handlers: JobHandlers, log: Log) {
  let stopped = false
  let running = Promise.resolve()

  async function runDueJobs() {
    // Lets waiting requests run first, so that many short jobs in a row do not delay them.
    while (!stopped && (await runNextJob(db, handlers, log))) await setImmediate()
  }
  return {
    look() {
      running = running.then(runDueJobs).catch((error) => log.error({ err: error }, 'the job queue could not be read'))
    },
    async stop() {
      stopped = true
      await running
    },
  }
}
