import { HOUR, isoNow, newId } from '../clock.ts'
import { fullDiskOf } from '../db/engines/full-disk.ts'
import type { Db } from '../db/schema.ts'
import { afterCommit, inTransaction } from '../db/transaction.ts'
import { OutsideFault, type OutsideService } from '../errors.ts'
import type { Log } from '../log.ts'
import { holdService, releaseService } from './holds.ts'
import {
  endJob,
  handBack,
  type Leased,
  LeaseLost,
  leaseNext,
  postpone,
  putBack,
  renewLease,
  secondsFromNow,
} from './lease.ts'

/**
 * The function for each kind of job. Jobs are rows written in the transaction that needs the work, and run after it.
 */
export type JobHandlers = Record<string, JobHandler>
type JobHandler = ((payload: never, about: JobContext) => Promise<void>) & Policy
type Policy = { asks?: OutsideService; lanes?: number; every?: number }

/** The same handlers, for jobs that call an external service: none runs while it is on hold. */
export const asking = <Kind extends string>(service: OutsideService, handlers: Record<Kind, JobHandler>) =>
  Object.fromEntries(
    Object.entries<JobHandler>(handlers).map(([kind, handler]) => [
      kind,
      Object.assign<JobHandler, Policy>((payload, about) => handler(payload, about), { asks: service }),
    ]),
  ) as Record<Kind, JobHandler>

/** The same handler, for jobs of which this many run concurrently, each with a different payload. */
export const inLanes = (lanes: number, handler: JobHandler) =>
  Object.assign<JobHandler, { lanes: number }>((payload, about) => handler(payload, about), { lanes })

/**
 * The same handler, for recurring work that one of the installation's servers does, so many milliseconds apart;
 * failures are made up for the next time.
 */
export const again = (every: number, handler: () => Promise<void>) => Object.assign(() => handler(), { every })

/** What a handler receives besides its payload. */
export type JobContext = {
  /** Whether this is the last attempt. */
  isLast: boolean
  /**
   * Runs `work` in a transaction that commits only if this process still holds the job; a job writes everything in such
   * transactions. Throws LeaseLost if another process has taken over the job.
   */
  write: <Result>(db: Db, work: (db: Db) => Promise<Result>) => Promise<Result>
  /**
   * Replaces the payload with what is left to do, in the transaction that did the previous part. The job then runs
   * again at that time, or after jobs that are already due. Throws as `write` does.
   */
  continueWith: (db: Db, payload: object, at?: string) => Promise<void>
  /** Reports that the external service accepted something, which ends a hold. */
  reached: () => Promise<void>
}

/** With the pauses in between, enough for a service that is down for half a day. */
const MAX_ATTEMPTS = 60
const LEASE_RENEWED_EVERY = 20_000
const LONGEST_PAUSE_SECONDS = 900

/** The functions that make this process's job queues look for due jobs. */
export const workers = new Set<() => void>()

/** Makes this process's job queues look for due jobs now rather than at the next interval. */
export function wakeWorker() {
  for (const look of workers) look()
}

/** The time of a job that goes before all waiting ones. */
export const FIRST = ''

/** Adds a job, and wakes the worker once the transaction commits. `payload` is stored as JSON until the job is done. */
export async function enqueue(db: Db, kind: string, payload: object, run_at = secondsFromNow(0)) {
  afterCommit(db, wakeWorker)
  await db
    .insertInto('jobs')
    .values({
      id: newId(),
      kind,
      payload: JSON.stringify(payload),
      run_at,
      attempts: 0,
    })
    .execute()
}

/**
 * Makes sure that recurring work is done within its period, at most an hour: after a start, also on a restored
 * database.
 */
export async function enqueueAgain(db: Db, handlers: JobHandlers) {
  for (const [kind, { every }] of Object.entries(handlers)) {
    if (every === undefined) continue
    const run_at = isoNow(Math.min(every, HOUR))
    await db
      .insertInto('jobs')
      .values({ id: newId(), kind, key: '', payload: '{}', attempts: 0, run_at })
      .onConflict((known) =>
        known
          .columns(['kind', 'key'])
          .where('key', 'is not', null)
          .doUpdateSet({ run_at })
          .where('jobs.run_at', '>', isoNow(HOUR)),
      )
      .execute()
  }
}

/** Drops a kind's jobs whose payload is `unwanted`, including a running one: it writes nothing more. */
export async function dropJobs<Payload>(db: Db, kind: string, unwanted: (payload: Payload) => boolean) {
  const jobs = await db.selectFrom('jobs').select(['id', 'payload']).where('kind', '=', kind).execute()
  const ids = jobs.filter(({ payload }) => unwanted(JSON.parse(payload) as Payload)).map(({ id }) => id)
  if (ids.length) await db.deleteFrom('jobs').where('id', 'in', ids).execute()
}

/**
 * Runs the oldest due job of the kinds in `handlers`. The job is leased: if this process dies, another one runs it a
 * minute later; if it was only paused for that long, it writes nothing more for the job. A failing job is retried with
 * growing pauses for half a day, and given up at once if the fault is about its recipient. After a fault that would hit
 * all of a service's jobs, they all wait, and none is given up. Resolves to whether there was a job.
 */
export async function runNextJob(db: Db, handlers: JobHandlers, log: Log<'error' | 'info'>): Promise<boolean> {
  const kinds = new Map(Object.entries(handlers))
  const job = await leaseNext(db, kinds)
  if (!job) return false

  const about = { job: job.id, kind: job.kind, attempts: job.attempts }
  const lease = setInterval(() => {
    renewLease(db, job).catch((error) => log.error({ err: error, ...about }, 'the lease of a job was not renewed'))
  }, LEASE_RENEWED_EVERY)
  try {
    await runLeased(db, job, handlers, log)
  } catch (error) {
    if (error instanceof OutsideFault && error.ofAll) await waitForService(db, job, error, log)
    else {
      log.error({ err: error, ...about }, 'a job failed')
      // The process that took over the job decides what happens to it.
      if (!(error instanceof LeaseLost)) await postponeFailed(db, job, handlers[job.kind], error)
    }
  } finally {
    clearInterval(lease)
  }
  return true
}

async function runLeased(db: Db, job: Leased, handlers: JobHandlers, log: Log<'error' | 'info'>) {
  let goesOn = false
  const handler = handlers[job.kind]
  const next = handler?.every && isoNow(handler.every)
  await handler?.(JSON.parse(job.payload) as never, {
    isLast: job.attempts >= MAX_ATTEMPTS,
    write: (db, work) =>
      inTransaction(db, async (db) => {
        await renewLease(db, job)
        return work(db)
      }),
    async continueWith(db, payload, at) {
      await handBack(db, job, payload, at)
      goesOn = true
    },
    reached: () => release(db, handler?.asks, log),
  })
  if (!goesOn) await (next ? handBack(db, job, {}, next) : endJob(db, job))
}

async function release(db: Db, service: OutsideService | undefined, log: Log<'error' | 'info'>) {
  if (service && (await releaseService(db, service))) log.info({ service }, `${service} works again`)
}

async function waitForService(db: Db, job: Leased, fault: OutsideFault, log: Log<'error' | 'info'>) {
  const { isNew, pause } = await holdService(db, fault)
  if (isNew) log.error({ err: fault, service: fault.service, about: fault.about }, `${fault.service} is held`)
  await putBack(db, job, fault.message, pause).catch(ignoreLost)
}

async function postponeFailed(db: Db, job: Leased, handler: JobHandler | undefined, error: unknown) {
  const every = handler?.every && handler.every / 1000
  const pause = Math.min(LONGEST_PAUSE_SECONDS, 2 ** job.attempts) * (0.75 + Math.random() / 2)
  const message = fullDiskOf(error) ?? (error instanceof Error ? error.message : String(error))
  const isOver = job.attempts >= MAX_ATTEMPTS || (error instanceof OutsideFault && error.about === 'recipient')
  await postpone(db, job, message, every ?? (isOver ? 'never' : pause)).catch(ignoreLost)
}

function ignoreLost(error: unknown) {
  if (!(error instanceof LeaseLost)) throw error
}
