import type { BulkFields, Change } from '#contract/changes.ts'
import type { Db } from '../../../db/schema.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { type OpenChange, setDetails } from '../../../records/open-change.ts'
import { wholeOf } from '../../../records/plan/plan.ts'
import { wireName } from '../../../records/record-tables.ts'
import { findChange } from '../history/changes.repository.ts'
import { doneMessage, startBulk } from './bulk-steps.ts'
import { type Counted, choose, countBefore } from './chosen-records.ts'
import { carryOutBulk, planBulk, planEach, refuseUnfit } from './plan-bulk.ts'
import { describePlans, readSetFields, refusedBy } from './set-fields.ts'

/**
 * Does the same to many records, chosen by id or by the list's filters, as one change; to more than `most` in steps.
 * `counted` is the result of lookBeforeSet. Returns the change; null if all are already in that state. Throws 409 if
 * another number of records matches than `expect`, or some refuse the values that all are to get, and 422 for a list,
 * action, filter or id that does not fit, and if a rule refuses one.
 */
export function bulkChange(
  db: Db,
  fields: BulkFields,
  change: OpenChange,
  most: number,
  counted?: Counted,
): Promise<Change | null> {
  const { record_type, action, matching, except = [], leave_obstacles = false } = fields
  refuseUnfit(record_type, action)
  const set = action === 'set' ? readSetFields(record_type, fields.fields) : undefined
  return inTransaction(db, async (db) => {
    const chosen = await choose(db, fields, most, counted)
    setDetails(change, { action, kind: action === 'delete' || action === 'restore' ? action : 'edit' })
    if (set) {
      const names = Object.keys(set.columns).map((column) => wireName(record_type, column))
      setDetails(change, { detail: JSON.stringify(names) })
    }
    if (!chosen.ids) {
      const { total } = chosen
      const about = { record_type, action, matching: matching ?? {}, except, ...(set && { set }) }
      await startBulk(db, about, { total, ...(counted && { through: counted.through }) }, change)
      return findChange(db, change.id)
    }
    const plan = await planBulk(db, { table: record_type, action, set, change }, chosen.ids)
    const [done, left] = [plan.writes.length, plan.refused.length]
    if (left && !set) wholeOf(plan)
    if (left && !leave_obstacles) throw refusedBy(record_type, await describePlans(db, record_type, [plan]))
    if (!done) return null
    const meant = chosen.total === done + left ? undefined : chosen.total
    const message = doneMessage(record_type, action, done, { meant: chosen.total, left })
    setDetails(change, { message, meant, left, done })
    await carryOutBulk(db, plan, change)
    return findChange(db, change.id)
  })
}

/** What giving records the same values would do, as people read it. Throws as bulkChange does, except for refusals. */
export async function previewSet(db: Db, fields: BulkFields) {
  const { record_type: table, action } = fields
  refuseUnfit(table, action)
  const set = readSetFields(table, fields.fields)
  const { ids = [] } = await choose(db, fields, Infinity)
  return describePlans(db, table, planEach(db, { table, action, set }, ids))
}

/**
 * Counts the records of a change that would give them the same values, before its transaction begins, which blocks
 * other writers. Checks more than `most` completely, and throws 409 if one refuses the values, unless such records are
 * to be left.
 */
export async function lookBeforeSet(db: Db, fields: BulkFields, most: number): Promise<Counted | undefined> {
  const { record_type, matching, except = [], action, leave_obstacles } = fields
  if (action !== 'set' || !matching) return undefined
  const counted = await countBefore(db, record_type, matching, except)
  if (counted.total > most && !leave_obstacles) {
    const preview = await previewSet(db, fields)
    if (preview.refused_count) throw refusedBy(record_type, preview)
  }
  return counted
}
