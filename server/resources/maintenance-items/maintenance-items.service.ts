import type { z } from 'zod'
import {
  DUE_TOO_EARLY,
  type MaintenanceItem,
  type maintenanceItemFields,
  todayIn,
} from '#contract/maintenance-items.ts'
import type { Actor } from '../../actor.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/text-key.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refused } from '../../errors.ts'
import { addRecord, changeRecord, refuseStale, setRecordDeleted } from '../../records/change.ts'
import { findMaintenanceItem } from './maintenance-items.repository.ts'

/** `time_zone` decides which day is today. */
type Fields = z.output<typeof maintenanceItemFields> & { time_zone?: string | undefined }

const toColumns = ({ reminder_name, item_name, due_date, note }: Fields) => ({
  reminder_name,
  reminder_name_key: textKey(reminder_name),
  item_name,
  item_name_key: textKey(item_name),
  due_date,
  note,
  note_key: textKey(note),
})

/**
 * Adds a maintenance item for the actor, who is recorded as the person who added it. Throws 422 for a due date that is
 * not after today.
 */
export function addMaintenanceItem(db: Db, fields: Fields, actor: Actor): Promise<MaintenanceItem> {
  return inTransaction(db, async (db) => {
    refuseEarlyDueDate(fields)
    const columns = { ...toColumns(fields), added_by_kind: actor.kind ?? ('admin' as const), added_by_id: actor._id }
    return findMaintenanceItem(db, await addRecord(db, 'maintenance_items', columns, actor))
  })
}

/**
 * Changes a maintenance item. The person who added it stays, and a due date in the past may stay. Throws 404, 409 if
 * `version` is outdated, 422 for a new due date that is not after today.
 */
export function editMaintenanceItem(
  db: Db,
  id: string,
  version: number | undefined,
  fields: Fields,
  actor: Actor,
): Promise<MaintenanceItem> {
  return inTransaction(db, async (db) => {
    const current = await findMaintenanceItem(db, id)
    await refuseStale(db, current, version)
    if (fields.due_date !== current.due_date) refuseEarlyDueDate(fields)
    await changeRecord(db, 'maintenance_items', id, toColumns(fields), actor)
    return findMaintenanceItem(db, id)
  })
}

/** Soft-deletes or restores a maintenance item. Throws 404, 409. */
export function setMaintenanceItemDeleted(
  db: Db,
  id: string,
  version: number | undefined,
  deleted: boolean,
  actor: Actor,
) {
  return inTransaction(db, async (db) => {
    const current = await findMaintenanceItem(db, id)
    await setRecordDeleted(db, 'maintenance_items', current, { deleted, version }, actor)
  })
}

function refuseEarlyDueDate({ due_date, time_zone }: Fields) {
  if (due_date <= todayIn(time_zone)) throw refused('due_date', DUE_TOO_EARLY)
}
