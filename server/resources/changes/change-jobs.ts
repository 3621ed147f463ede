import type { RecordType } from '#contract/changes.ts'
import type { Db } from '../../db/schema.ts'
import type { JobHandlers } from '../../jobs/jobs.ts'
import type { Bus } from '../../live/bus.ts'
import { BULK_CHANGE, bulkStep } from './bulk.service.ts'
import { UNDO_CHANGE, undoStep } from './undo-steps.service.ts'

/** The jobs that go on with changes of very many records. */
export const changeJobs = (db: Db, bus: Bus): JobHandlers => ({
  [BULK_CHANGE]: (payload, context) => announced(bus, payload, () => bulkStep(db, payload, context)),
  [UNDO_CHANGE]: (payload, context) => announced(bus, payload, () => undoStep(db, payload, context)),
})

/** Tells open streams of each step, so that lists and progress follow. */
async function announced(bus: Bus, { change_id, record_type }: Running, step: () => Promise<void>) {
  await step()
  bus.publish({ kind: 'change', change_id, record_types: [record_type] })
}

type Running = { change_id: string; record_type: RecordType }
