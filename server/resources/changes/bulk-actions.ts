import type { BulkAction } from '#contract/kind.ts'
import type { RecordType } from '#contract/kinds.ts'
import type { Db, RecordTable } from '../../db/schema.ts'
import { refused } from '../../errors.ts'
import { bringBack, changeRecords, readRows, setDeleted } from '../../records/change.ts'
import { deleteBelow } from '../../records/delete-below.ts'
import type { AnyChange, OpenChange } from '../../records/open-change.ts'
import { parentsOf, recordTables } from '../../records/record-tables.ts'
import { setDeletedWithBelow } from '../topics/below.service.ts'

/** Refuses an action that the list does not offer. */
export function refuseUnfit(table: RecordType, action: BulkAction) {
  if (!recordTables[table].bulk.includes(action)) throw refused('action', 'This cannot be done to these records.')
}

/** SQL for the records to which an action does something. */
export const notYet: Record<BulkAction, string> = {
  delete: 'is_deleted = 0',
  restore: 'is_deleted = 1',
  activate: 'status = 0',
  deactivate: 'status = 1',
}

/** Does the action to these records, none of which is in that state already. Returns how many were changed. */
export async function actOn(db: Db, table: RecordTable, action: BulkAction, ids: string[], change: AnyChange) {
  if (action === 'activate' || action === 'deactivate') return setStatus(db, ids, action === 'activate', change)
  return action === 'delete' ? deleteAll(db, table, ids, change) : restoreAll(db, table, ids, change)
}

async function setStatus(db: Db, ids: string[], active: boolean, change: AnyChange) {
  const status = active ? 1 : 0
  await changeRecords(db, 'users', ids, { status: [1 - status, status] }, change)
  return ids.length
}

async function deleteAll(db: Db, table: RecordTable, ids: string[], change: AnyChange) {
  const count = await setDeleted(db, table, { id: ids }, true, change)
  await deleteBelow(db, table, ids, change)
  return count
}

async function restoreAll(db: Db, table: RecordTable, ids: string[], change: AnyChange) {
  const rows = await readRows(db, table, ids)
  const deleted = ids.flatMap((id) => rows.get(id) ?? []).filter(({ is_deleted }) => is_deleted === 1)
  const mayBeRefused = recordTables[table].unique || parentsOf(table).length > 0
  if (!mayBeRefused) {
    await setDeleted(db, table, { id: deleted.map(({ id }) => id) }, false, change)
    return deleted.length
  }
  // One after the other, so that two of the same name are noticed.
  for (const row of deleted) {
    if (table === 'topics' || table === 'sub_topics') {
      await setDeletedWithBelow(db, table, row.id, { deleted: false }, change as OpenChange)
    } else await bringBack(db, table, row, change)
  }
  return deleted.length
}
