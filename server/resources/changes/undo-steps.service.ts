import type { Change, RecordType } from '#contract/changes.ts'
import { engineOf } from '../../db/engine.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import { enqueue, type JobContext } from '../../jobs/jobs.ts'
import { entryId } from '../../records/activity.ts'
import { effectsOf } from '../../records/net-effect.ts'
import { countRecords, type OpenChange } from '../../records/open-change.ts'
import { takeBack } from '../../records/take-back.ts'
import { describeTouched, touchedSince } from '../../records/touched.ts'
import { endChange, STEP_SIZE, takeUpChange } from './running-change.ts'

export const UNDO_CHANGE = 'undo-change'

/** `left` is how many entries of the change `undoes` are still to be taken back, from its end on. */
type Payload = { change_id: string; undoes: string; record_type: RecordType; left: number }

/** Begins to take back a change of very many records. Throws 409 for records that were touched since. */
export async function startUndo(db: Db, undone: Change, change: OpenChange) {
  await refuseTouched(db, undone)
  change.expected = undone.record_count
  await countRecords(db, change, undone.record_type, [])
  await enqueue(db, UNDO_CHANGE, {
    change_id: change.id,
    undoes: undone._id,
    record_type: undone.record_type,
    left: undone.record_count,
  } satisfies Payload)
}

// Of records that have another version by now, a few are enough to say so.
async function refuseTouched(db: Db, { _id, record_type, record_count }: Change) {
  const range = [entryId(_id, 0), entryId(_id, record_count)]
  const suspects = await engineOf(db).rowsOffThread<{ record_id: string; id: string }>(
    db,
    `select activity.record_id, activity.id from activity
     inner join ${record_type} on ${record_type}.id = activity.record_id
     where activity.id >= ? and activity.id < ? and activity.table_name = '${record_type}'
       and ${record_type}.version <> activity.version limit 1000`,
    range,
  )
  const touched = await touchedSince(
    db,
    suspects.map(({ record_id, id }) => ({ id: record_id, lastEntry: id })),
  )
  if (!touched.size) return
  const records = await describeTouched(
    db,
    [...touched.keys()].map((id) => ({ table: record_type, id })),
    (id) => touched.get(id) ?? { by: 'someone else', at: '' },
  )
  throw new AppError(409, 'This was changed in the meantime, so it cannot be undone.', { data: { records } })
}

/** The job of startUndo: takes back some entries in one transaction and hands back the rest. */
export async function undoStep(db: Db, payload: Payload, { write, continueWith }: JobContext) {
  const { change_id, undoes, left } = payload
  const first = Math.max(0, left - STEP_SIZE)
  await write(db, async (db) => {
    const change = await takeUpChange(db, change_id)
    await takeBack(db, await effectsOf(db, undoes, first, left - first), change, { skip: true })
    if (first > 0) await continueWith(db, { ...payload, left: first } satisfies Payload)
    else await endChange(db, change_id)
  })
}
