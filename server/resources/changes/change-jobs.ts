import type { RecordType } from '#contract/kinds.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import type { JobContext, JobHandlers } from '../../jobs/jobs.ts'
import type { Bus } from '../../live/bus.ts'
import { BULK_CHANGE, bulkStep } from './bulk.service.ts'
import { endChange } from './running-change.ts'
import { UNDO_CHANGE, undoStep } from './undo-steps.service.ts'

/** The jobs that go on with changes of very many records. */
export const changeJobs = (db: Db, bus: Bus): JobHandlers => ({
  [BULK_CHANGE]: (payload, context) => takeStep({ db, bus }, payload, context, () => bulkStep(db, payload, context)),
  [UNDO_CHANGE]: (payload, context) => takeStep({ db, bus }, payload, context, () => undoStep(db, payload, context)),
})

type Running = { change_id: string; record_type: RecordType }

/**
 * Takes a step and tells open streams of it, so that lists and progress follow. A change whose step is refused, or fails
 * for good, ends as failed: what it has done until then can be undone.
 */
async function takeStep(
  { db, bus }: { db: Db; bus: Bus },
  { change_id, record_type }: Running,
  { isLast, write }: JobContext,
  step: () => Promise<RecordType[]>,
) {
  let record_types = [record_type]
  try {
    record_types = await step()
  } catch (error) {
    // A busy database answers later; what is refused stays so.
    const isRefused = error instanceof AppError && error.status < 500
    if (!isRefused && !isLast) throw error
    await write(db, (db) => endChange(db, change_id, 'failed'))
  }
  bus.publish({ kind: 'change', change_id, record_types })
}
