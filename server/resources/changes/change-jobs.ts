import type { RecordType } from '#contract/kinds.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import type { JobContext, JobHandlers } from '../../jobs/jobs.ts'
import { IMPORT_CHANGE, importStep } from '../imports/apply.service.ts'
import { PREPARE_ROLLOVER, prepareStep } from '../rollovers/rollovers.service.ts'
import { BULK_CHANGE, bulkStep } from './bulk/bulk-steps.ts'
import { findChange } from './history/changes.repository.ts'
import { abortChange, LARGE_CHANGE } from './running-change.ts'
import { UNDO_CHANGE, undoStep } from './undo/undo-steps.service.ts'

type Parts = Pick<Deps, 'db' | 'bus' | 'log' | 'largeChange'>

/** The jobs that go on with changes of very many records. */
export function changeJobs(parts: Parts): JobHandlers {
  const { db, largeChange: { step } = LARGE_CHANGE } = parts
  return {
    [BULK_CHANGE]: (payload, context) => takeStep(parts, payload, context, () => bulkStep(db, payload, step, context)),
    [IMPORT_CHANGE]: (payload, context) =>
      takeStep(parts, payload, context, () => importStep(db, payload, step, context)),
    [PREPARE_ROLLOVER]: (payload, context) =>
      takeStep(parts, payload, context, () => prepareStep(db, payload, step, context)),
    [UNDO_CHANGE]: (payload, context) => takeStep(parts, payload, context, () => undoStep(db, payload, step, context)),
  }
}

const FAILED = 'Something went wrong on the server.'

type Running = { change_id: string; record_type: RecordType }

/**
 * Takes a step and tells open streams of it, so that lists and progress follow. A change whose step is refused, or fails
 * for good, ends as failed and says why: what it has done until then can be undone.
 */
async function takeStep(
  { db, bus, log }: Parts,
  { change_id, record_type }: Running,
  { isLast, write }: JobContext,
  step: () => Promise<RecordType[]>,
) {
  let record_types = [record_type]
  try {
    record_types = await step()
  } catch (error) {
    // A busy database answers later; what is refused stays refused.
    const isRefused = error instanceof AppError && error.status < 500
    if (!isRefused && !isLast) throw error
    const problem = isRefused ? error.message : FAILED
    log.error({ err: error, change_id, problem }, 'a change has failed')
    await write(db, async (db) => abortChange(db, await findChange(db, change_id), { state: 'failed', problem }))
  }
  bus.publish({ kind: 'change', change_id, record_types })
}
