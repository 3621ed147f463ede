import type { RecordType } from '#contract/kinds.ts'
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
export const changeJobs = (parts: Parts): JobHandlers => ({
  [CHANGE_STEP]: inLanes(AT_ONCE, (payload, context) => takeStep(parts, payload, context)),
})

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
 * only as a whole.
 */
async function takeStep(
  { db, bus, log, largeChange: { step: most } = LARGE_CHANGE }: Parts,
  payload: StepPayload,
  { isLast, write, continueWith }: JobContext,
) {
  const { change_id, record_type } = payload
  const work = works[payload.work]
  const takeBack = async (db: Parts['db']) => (await work.takeBack?.(db, payload)) ?? []
  let record_types: RecordType[] = []
  try {
    record_types = await write(db, async (db) => {
      const change = await resumeChange(db, change_id)
      if (!change) return takeBack(db)
      const { plan, isOver, next, carryOut: write = carryOut } = await work.next(db, payload, change, most)
      await write(db, plan, change)
      await leave(db, change_id, plan.refused.length)
      const rest = { ...payload, ...next }
      if (isOver) await endChange(db, change_id, { state: 'done', ...(await work.end(db, rest)) })
      else await continueWith(db, rest)
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
}
