import type { RecordType } from '#contract/kinds.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { nextSize } from '../../db/in-slices.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { inLanes, type JobContext, type JobHandlers } from '../../jobs/jobs.ts'
import { carryOut } from '../../records/plan/carry-out.ts'
import { addUnitsWork } from '../campaigns/add-units.ts'
import { importWork } from '../imports/apply.service.ts'
import { rolloverWork } from '../rollovers/rollovers.service.ts'
import { bulkWork } from './bulk/bulk-steps.ts'
import { CHANGE_STEP, type StepPayload, type SteppedWork, type Work } from './change-steps.ts'
import { findChange } from './history/changes.repository.ts'
import { abortChange, endChange, LARGE_CHANGE, leave, resumeChange } from './running-change.ts'
import { undoWork } from './undo/undo-steps.service.ts'

type Parts = Pick<Deps, 'db' | 'bus' | 'log' | 'largeChange'>

/** How many changes run concurrently: none waits for the end of another. */
const AT_ONCE = 4

/** The jobs that continue changes of very many records. */
export function changeJobs(parts: Parts): JobHandlers {
  const { moreThan, step, target } = parts.largeChange ?? LARGE_CHANGE
  const known = new Map<string, Pace>()
  const most = Math.min(moreThan, MOST_AT_ONCE)
  const sizeAfter = (size: number, took: number) =>
    target === undefined ? size : nextSize(size, took, { target, fewest: step, most })
  async function takeOne(payload: StepPayload, context: JobContext) {
    const { change_id } = payload
    const { size, taken } = known.get(change_id) ?? { size: step, taken: 0 }
    // After a failure it begins small again.
    known.delete(change_id)
    const began = await takeStep(parts, payload, context, size)
    if (began === undefined) return
    known.set(change_id, { size: sizeAfter(size, performance.now() - began), taken: taken + 1 })
    if (GROWN_AFTER.includes(taken + 1)) await learnSizes(parts)
  }
  return { [CHANGE_STEP]: inLanes(AT_ONCE, takeOne) }
}

/** Few enough for the memory, whatever texts they have. */
const MOST_AT_ONCE = 1000

/** How many records a change's next step does here, after so many. */
type Pace = { size: number; taken: number }

/** After so many steps a table may have ten times as many records as when its statistics were made. */
const GROWN_AFTER = [1, 10, 100]

/** Tells the planner at once, or lists and saves would read all that is new until the next minute. */
const learnSizes = ({ db, log }: Parts) =>
  engineOf(db)
    .keepStatistics(db)
    .catch((error) => log.error({ err: error }, 'the statistics of tables could not be updated'))

const works: Record<Work, SteppedWork<object>> = {
  undo: undoWork,
  bulk: bulkWork,
  import: importWork,
  rollover: rolloverWork,
  vehicles: addUnitsWork,
}

const FAILED = 'Something went wrong on the server.'

/**
 * Takes a step, hands back the rest, and tells open streams, so that lists and progress follow. A change whose step is
 * refused, or fails for good, ends as failed and says why; what it has done until then can be undone, unless it counts
 * only as a whole. Resolves to when its transaction began, undefined if it was the last.
 */
async function takeStep(
  { db, bus, log }: Parts,
  payload: StepPayload,
  { isLast, write, continueWith }: JobContext,
  most: number,
) {
  const { change_id, record_type } = payload
  const work = works[payload.work]
  const takeBack = async (db: Parts['db']) => (await work.takeBack?.(db, payload)) ?? []
  let record_types: RecordType[] = []
  let began: number | undefined
  try {
    record_types = await write(db, async (db) => {
      const start = performance.now()
      began = undefined
      const change = await resumeChange(db, change_id)
      if (!change) return takeBack(db)
      const { plan, isOver, next, carryOut: write = carryOut } = await work.next(db, payload, change, most)
      await write(db, plan, change)
      await leave(db, change_id, plan.refused.length)
      const rest = { ...payload, ...next }
      if (isOver) await endChange(db, change_id, { state: 'done', ...(await work.end(db, rest)) })
      else {
        await continueWith(db, rest)
        began = start
      }
      return [...change.outcome.written.kinds.keys()]
    })
  } catch (error) {
    // A busy database answers later; a refusal stays a refusal.
    const isRefused = error instanceof AppError && error.status < 500
    if (!isRefused && !isLast) throw error
    const problem = isRefused ? (work.problemOf?.(error) ?? error.message) : FAILED
    log.error({ err: error, change_id, problem }, 'a change has failed')
    record_types = await write(db, async (db) => {
      await abortChange(db, await findChange(db, change_id), { state: 'failed', problem })
      return [...new Set([record_type, ...(await takeBack(db))])]
    })
  }
  bus.publish({ kind: 'change', change_id, record_types })
  return began
}
