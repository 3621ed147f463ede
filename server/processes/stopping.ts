import { setTimeout } from 'node:timers/promises'

type Stoppable = { stop: () => Promise<unknown> }

/** What runs in a server. */
export type Running = {
  app: {
    leaving: { begin: () => void; told: () => Promise<void>; handOver: () => void }
    close: () => Promise<unknown>
  }
  bus: Stoppable
  metrics: Stoppable | undefined
  housekeeping: Stoppable
  conditions: Stoppable
  backups: Stoppable | undefined
  places: Stoppable
  jobs: Stoppable
  heartbeat: Stoppable
  replica?: Stoppable | undefined
  db: { destroy: () => Promise<void> }
}

/**
 * Milliseconds: how long requests, jobs and everything else in flight may take to finish, after which resumable work is
 * handed over; and how long this server then has to leave the list and close its database. Service managers kill
 * anything that takes longer than 30 seconds.
 */
const LIMITS = { drain: 0, finish: 25_000, handOver: 20_000, close: 2_000 }

/**
 * Stops all parts, the database last. For `drain` milliseconds before, and until each kept connection has been told,
 * calls are still answered, while /readyz tells proxies to send no more. Whatever has not ended in time is left: the
 * next start resumes its jobs.
 */
export async function stopAll(
  { app, bus, metrics, housekeeping, conditions, backups, places, jobs, heartbeat, replica, db }: Running,
  limits: Partial<typeof LIMITS> = {},
) {
  const { drain, finish, handOver, close } = { ...LIMITS, ...limits }
  async function stopAnswering() {
    app.leaving.begin()
    await setTimeout(drain)
    // Without a drain there is no proxy to tell.
    if (drain) await app.leaving.told()
    await app.close()
    // Requests look up places.
    await Promise.all([places.stop(), metrics?.stop(), bus.stop()])
  }
  const handing = globalThis.setTimeout(() => app.leaving.handOver(), drain + handOver)
  const finished = Promise.all([stopAnswering(), conditions.stop(), backups?.stop(), housekeeping.stop(), jobs.stop()])
  await Promise.race([finished, setTimeout(drain + finish)])
  clearTimeout(handing)
  await Promise.race([heartbeat.stop(), setTimeout(close / 2)])
  // PostgreSQL's pool waits for running queries.
  await Promise.race([Promise.all([replica?.stop(), db.destroy()]), setTimeout(close / 2)])
}
