import type { BulkFields, RecordType } from '#contract/changes.ts'
import type { Db, RecordTable } from '../../db/schema.ts'
import { refused } from '../../errors.ts'
import { changeRecords, readRows, refuseDuplicate, setDeleted } from '../../records/change.ts'
import type { AnyChange, OpenChange } from '../../records/open-change.ts'
import { recordTables } from '../../records/record-tables.ts'
import { endAppSessions } from '../../secrets/app-sessions.ts'
import { setManualPageDeleted } from '../manual-pages/manual-pages.service.ts'
import { setSubTopicDeleted } from '../sub-topics/sub-topics.service.ts'
import { setTopicDeleted } from '../topics/topics.service.ts'
import { bulkLists } from './lists.ts'

export type BulkAction = BulkFields['action']

/** Refuses an action that the list does not offer. */
export function refuseUnfit(table: RecordType, action: BulkAction) {
  const isSwitch = action === 'activate' || action === 'deactivate'
  if (!bulkLists[table] || (table === 'users') !== isSwitch) {
    throw refused('action', 'This cannot be done to these records.')
  }
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
  if (!active) await endAppSessions(db, ids)
  return ids.length
}

async function deleteAll(db: Db, table: RecordTable, ids: string[], change: AnyChange) {
  const count = await setDeleted(db, table, { id: ids }, true, change)
  for (const below of recordTables[table].along ?? []) {
    await setDeleted(db, below.table, { [below.column]: ids }, true, change)
  }
  return count
}

type SetDeleted = (db: Db, id: string, version: undefined, deleted: boolean, change: OpenChange) => Promise<unknown>

/** Restoring these has rules of its own. */
const restoring: Partial<Record<RecordTable, SetDeleted>> = {
  topics: setTopicDeleted,
  sub_topics: setSubTopicDeleted,
  manual_pages: setManualPageDeleted,
}

async function restoreAll(db: Db, table: RecordTable, ids: string[], change: AnyChange) {
  const rows = await readRows(db, table, ids)
  const deleted = ids.flatMap((id) => rows.get(id) ?? []).filter(({ is_deleted }) => is_deleted === 1)
  const restoreOne = restoring[table]
  for (const row of deleted) {
    if (restoreOne) await restoreOne(db, row.id, undefined, false, change as OpenChange)
    else {
      // One after the other, so that two of the same name are noticed.
      await refuseDuplicate(db, table, row as object)
      if (recordTables[table].unique) await setDeleted(db, table, { id: row.id }, false, change)
    }
  }
  if (!restoreOne && !recordTables[table].unique) {
    await setDeleted(db, table, { id: deleted.map(({ id }) => id) }, false, change)
  }
  return deleted.length
}
