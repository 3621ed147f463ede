import { setImmediate } from 'node:timers/promises'
import type { Db } from '../db/schema.ts'
import type { Log } from '../log.ts'
import { enqueueAgain, type JobHandlers, runNextJob, workers } from './jobs.ts'
import { type DueHandlers, LOOK_EVERY, runDue, untilNext } from './schedule.ts'

/** Overdue by now: another server is about to do it, or it came due just now. */
const SOON = 1000

/**
 * Runs jobs until `stop` is called: those of one kind one by one, or in its lanes, different kinds in parallel, so that
 * an unresponsive mail server delays no push. What is `due` at a moment is done then, one by one. None is started while
 * `mayRun` forbids it. `stop` waits for running jobs.
 */
export function startJobs(
  db: Db,
  { jobs, due }: { jobs: JobHandlers; due: DueHandlers },
  log: Log<'error' | 'info'>,
  mayRun = () => true,
) {
  const lanes = Object.entries(jobs).flatMap(([kind, handler]) =>
    Array.from({ length: handler.lanes ?? 1 }, () =>
      startLane(async (goesOn) => {
        // Lets waiting requests run first, so that many short jobs in a row do not delay them.
        while (goesOn() && (await runNextJob(db, { [kind]: handler }, log))) await setImmediate()
      }),
    ),
  )
  if (Object.keys(due).length) lanes.push(startDue())
  enqueueAgain(db, jobs).catch((error) => log.error({ err: error }, 'recurring jobs could not be added'))
  const timer = setInterval(look, LOOK_EVERY)
  function look() {
    for (const lane of lanes) lane.look()
  }
  workers.add(look)

  /** Looks for jobs, one look after the other. */
  function startLane(runAll: (goesOn: () => boolean) => Promise<void>) {
    let stopped = false
    let running = Promise.resolve()
    let isAsked = false
    async function runDueJobs() {
      isAsked = false
      await runAll(() => !stopped && mayRun())
    }
    return {
      look() {
        // A look that has not begun yet will find it.
        if (isAsked) return
        isAsked = true
        running = running
          .then(runDueJobs)
          .catch((error) => log.error({ err: error }, 'the job queue could not be read'))
      },
      async stop() {
        stopped = true
        await running
      },
    }
  }

  /** The lane for due acts, which also wakes exactly when one is due. */
  function startDue() {
    let alarm: NodeJS.Timeout | undefined
    const lane = startLane(async (goesOn) => {
      if (!goesOn()) return
      await runDue(db, due, log, goesOn)
      const next = await untilNext(db, due)
      clearTimeout(alarm)
      const wait = next === undefined ? LOOK_EVERY : next || SOON
      if (goesOn() && wait < LOOK_EVERY) alarm = setTimeout(lane.look, wait)
    })
    return {
      look: lane.look,
      async stop() {
        await lane.stop()
        clearTimeout(alarm)
      },
    }
  }

  return {
    async stop() {
      clearInterval(timer)
      workers.delete(look)
      await Promise.all(lanes.map((lane) => lane.stop()))
    },
  }
}
