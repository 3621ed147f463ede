import type { BulkFields, Change } from '#contract/changes.ts'
import type { RecordType } from '#contract/kinds.ts'
import { engineOf } from '../../../db/engines/engine.ts'
import { readQuery } from '../../../db/raw-query.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import { inTransaction } from '../../../db/transaction.ts'
import { type OpenChange, setDetails } from '../../../records/open-change.ts'
import { wireName } from '../../../records/record-tables.ts'
import { findChange } from '../history/changes.repository.ts'
import { actOn, notYet, refuseUnfit, type Switching } from './bulk-actions.ts'
import { doneMessage, startBulk } from './bulk-steps.ts'
import { type Counted, choose, countBefore } from './chosen-records.ts'
import { carryOut, countOf, planSet, previewOf, readSetFields, refusedBy } from './set-fields.ts'

/**
 * Does the same to many records, chosen by id or by the list's filters, as one change; to more than `most` in steps.
 * `counted` is what lookBeforeSet has found. Returns the change; null when all are in that state already. Throws 409 when
 * another number of records matches than `expect`, and 422 for a list, action, filter or id that does not fit, and as
 * restoring one record does.
 */
export function bulkChange(
  db: Db,
  fields: BulkFields,
  change: OpenChange,
  most: number,
  counted?: Counted,
): Promise<Change | null> {
  const { record_type, action, matching, except = [] } = fields
  refuseUnfit(record_type, action)
  return inTransaction(db, async (db) => {
    if (action === 'set') return setMany(db, fields, change, most, counted)
    const chosen = await choose(db, fields, most)
    setDetails(change, { action, kind: action === 'delete' || action === 'restore' ? action : 'edit' })
    const affected = chosen.ids && (await affectedBy(db, record_type, action, chosen.ids))
    if (affected?.length === 0) return null
    if (affected) {
      const meant = chosen.total === affected.length ? undefined : chosen.total
      setDetails(change, {
        message: doneMessage(record_type, action, affected.length, { meant }),
        meant,
        done: affected.length,
      })
      await actOn(db, record_type as RecordTable, action, affected, change)
    } else await startBulk(db, { record_type, action, matching: matching ?? {}, except }, chosen, change)
    return findChange(db, change.id)
  })
}

/** What giving records the same values would do, as people read it. Throws as bulkChange does, but for what is refused. */
export async function previewSet(db: Db, fields: BulkFields) {
  const { record_type } = fields
  refuseUnfit(record_type, fields.action)
  const set = readSetFields(record_type, fields.fields)
  const { ids = [] } = await choose(db, fields, Infinity)
  return previewOf(db, record_type, await planSet(db, record_type, ids, set))
}

/**
 * Counts the records of a change that would give them the same values, before its transaction begins, which keeps others
 * from writing. Looks at all of more than `most`, and throws 409 where one of them refuses the values, unless such are left.
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

async function setMany(db: Db, fields: BulkFields, change: OpenChange, most: number, counted: Counted | undefined) {
  const { record_type, matching = {}, except = [], leave_obstacles: leaves = false } = fields
  const set = readSetFields(record_type, fields.fields)
  const { ids, total } = await choose(db, fields, most, counted)
  setDetails(change, {
    action: 'set',
    kind: 'edit',
    detail: JSON.stringify(Object.keys(set.columns).map((column) => wireName(record_type, column))),
  })
  if (!ids) {
    await startBulk(
      db,
      { record_type, action: 'set', matching, except, set },
      { total, ...(counted && { through: counted.through }) },
      change,
    )
    return findChange(db, change.id)
  }
  const plan = await planSet(db, record_type, ids, set)
  const [done, left] = [countOf(plan), plan.refused.length]
  if (left && !leaves) throw refusedBy(record_type, await previewOf(db, record_type, plan))
  if (!done) return null
  const meant = total === done + left ? undefined : total
  setDetails(change, { message: doneMessage(record_type, 'set', done, { meant: total, left }), meant, left, done })
  await carryOut(db, record_type, plan, change)
  return findChange(db, change.id)
}

/** Those of these records that are not in the wanted state already. */
async function affectedBy(db: Db, table: RecordType, action: Switching, ids: string[]) {
  const rows = await readQuery<{ id: string }>(
    db,
    `select id from ${table} where id in ${engineOf(db).textsFromJson} and ${notYet(table, action)}`,
    [JSON.stringify(ids)],
  )
  const found = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => found.has(id))
}
