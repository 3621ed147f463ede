import { laterTypes } from '#contract/publishing.ts'
import { toasts } from '#contract/records.ts'
import type { Actor, System } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { afterCommit } from '../../db/transaction.ts'
import type { DueAct } from '../../jobs/schedule.ts'
import type { Bus } from '../../live/bus.ts'
import { makeWaiting, readWaiting } from '../../records/later-edits.ts'
import { openChange } from '../../records/open-change.ts'
import { TIME_WAS_SET } from '../../records/publishing-dates.ts'
import { recordTables } from '../../records/record-tables.ts'
import { whyNotActing } from '../account/account.repository.ts'

/**
 * Makes the edits of a page that were to be published now, by whoever made them, as one change that can be undone; nothing
 * in a page that has been deleted. Call it in the transaction of the act.
 */
export async function publishEdits(db: Db, { about, due_at }: DueAct, bus: Pick<Bus, 'publish'>) {
  const [named, id = '', column] = about.split(' ')
  const table = laterTypes.find((one) => one === named)
  if (!table || column !== 'edits_at') return
  const waiting = await readWaiting(db, table, id)
  if (!waiting || waiting.isDeleted || waiting.at !== due_at) return
  const isActive = !(await whyNotActing(db, waiting.by._id))
  const actor: Actor | System = isActive ? waiting.by : { kind: 'system', reason: TIME_WAS_SET }
  const change = openChange({
    actor,
    call: 'publish-edits',
    kind: 'edit',
    message: toasts(recordTables[table]).updated,
  })
  await makeWaiting(db, table, id, waiting, change)
  afterCommit(db, () => bus.publish({ kind: 'change', change_id: change.id, record_types: [table] }))
}
