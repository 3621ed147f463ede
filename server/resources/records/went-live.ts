import { laterTypes, type RecordType } from '#contract/kinds.ts'
import { toasts } from '#contract/records.ts'
import type { Actor, System } from '../../actor.ts'
import { publishedAt } from '../../db/lists/published.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { afterCommit } from '../../db/transaction.ts'
import type { DueAct } from '../../jobs/schedule.ts'
import type { Bus } from '../../live/bus.ts'
import { makeWaiting, readWaiting } from '../../records/later-edits.ts'
import { distinctNames } from '../../records/names/names.ts'
import { countRecords, openChange } from '../../records/open-change.ts'
import { TIME_WAS_SET } from '../../records/publishing-dates.ts'
import { recordTables } from '../../records/record-tables.ts'
import { whyNotActing } from '../account/account.repository.ts'

const acts: Record<string, { call: string; message: string; isLater: boolean }> = {
  publish_at: { call: 'went-live', message: 'Went live.', isLater: false },
  unpublish_at: { call: 'left-app', message: 'Left the app.', isLater: true },
}

/**
 * Records as a change that a record went live or left the app by its date; nothing for one that owners do not see
 * anyway. The record stays as it is. Call it in the transaction of the act.
 */
export async function tellGoingLive(db: Db, { about, due_at }: DueAct) {
  const [table, id, column] = about.split(' ') as [RecordType, string, string]
  const act = acts[column]
  if (!act) return
  // What is taken down was visible until then.
  const seen = publishedAt(table, act.isLater ? new Date(Date.parse(due_at) - 1).toISOString() : due_at)
  const sql = `select id from ${table} where id = ? and ${table}.${column} = ? and ${seen.sql}`
  if (!(await readQuery(db, sql, [id, due_at, ...seen.values])).length) return
  const { title = '', within } = (await distinctNames(db, table, [id])).get(id) ?? {}
  const { call, message } = act
  const change = openChange({
    actor: { kind: 'system', reason: TIME_WAS_SET },
    call,
    kind: 'other',
    message,
    title,
    detail: within ? `${id} ${within}` : id,
    isFinal: true,
  })
  await countRecords(db, change, table, [])
}

/**
 * Applies a page's edits that were scheduled for now, in their author's name, as one change that can be undone; does
 * nothing for a deleted page. Call it in the transaction of the act.
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
