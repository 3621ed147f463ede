import type { z } from 'zod'
import {
  DUE_TOO_EARLY,
  type MaintenanceItem,
  type maintenanceItemFields,
  todayIn,
} from '#contract/maintenance-items.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refused } from '../../errors.ts'
import { addRecord, setRecordDeleted } from '../../records/change.ts'
import { editRecord } from '../../records/edit-record.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { findMaintenanceItem } from './maintenance-items.repository.ts'

/** `time_zone` decides which day is today. */
type Fields = z.output<typeof maintenanceItemFields> & { time_zone?: string | undefined }

const toColumns = ({ reminder_name, item_name, due_date, note }: Fields) => ({
  reminder_name,
  item_name,
  due_date,
  note,
})

/**
 * Adds a maintenance item for the change, who is recorded as the person who added it. Throws 422 for a due date that is
 * not after today.
 */
export function addMaintenanceItem(db: Db, fields: Fields, change: OpenChange): Promise<MaintenanceItem> {
  return inTransaction(db, async (db) => {
    refuseEarlyDueDate(fields)
    const columns = {
      ...toColumns(fields),
      added_by_kind: change.actor.kind ?? ('admin' as const),
      added_by_id: change.actor._id,
    }
    return findMaintenanceItem(db, await addRecord(db, 'maintenance_items', columns, change))
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
  change: OpenChange,
): Promise<MaintenanceItem> {
  return inTransaction(db, async (db) => {
    const current = await findMaintenanceItem(db, id)
    const check = ({ due_date }: { due_date: string }) => {
      if (due_date !== current.due_date) refuseEarlyDueDate({ due_date, time_zone: fields.time_zone })
    }
    await editRecord(db, 'maintenance_items', current, { version, values: toColumns(fields), check }, change)
    return findMaintenanceItem(db, id)
  })
}

/** Soft-deletes or restores a maintenance item. Throws 404, 409. */
export function setMaintenanceItemDeleted(
  db: Db,
  id: string,
  version: number | undefined,
  deleted: boolean,
  change: OpenChange,
) {
  return inTransaction(db, async (db) => {
    const current = await findMaintenanceItem(db, id)
    await setRecordDeleted(db, 'maintenance_items', current, { deleted, version }, change)
  })
}

function refuseEarlyDueDate({ due_date, time_zone }: Pick<Fields, 'due_date' | 'time_zone'>) {
  if (due_date <= todayIn(time_zone)) throw refused('due_date', DUE_TOO_EARLY)
}
