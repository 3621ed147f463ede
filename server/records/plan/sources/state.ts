import type { RecordRow } from '#contract/records.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import type { AnyChange } from '../../open-change.ts'
import { chunksOf, readRow, readRows } from '../../rows.ts'
import { refuseStale } from '../../stale.ts'
import { carryOut, writeRecord } from '../carry-out.ts'
import { planner, wholeOf } from '../plan.ts'

/**
 * Soft-deletes or restores one record, given as it is now; does nothing if it is already in that state. Throws 409 as
 * refuseStale does, and 422 as the rules do. Returns whether it changed.
 */
export async function setRecordDeleted(
  db: Db,
  table: RecordTable,
  current: RecordRow,
  to: { deleted: boolean; version?: number | undefined },
  change: AnyChange,
) {
  if (current.is_deleted === to.deleted) return false
  await refuseStale(db, current, to.version, change)
  const { _id: id, version } = current
  const row = to.deleted ? { id, version, is_deleted: 0 } : await readRow(db, table, id)
  await writeRecord(db, table, { row, values: { is_deleted: to.deleted ? 1 : 0 } }, change)
  return true
}

/**
 * Restores records of one kind along with what they are below, checking every rule. Resolves to how many. Throws 422 as
 * the rules do. Call it in the transaction of the change.
 */
export async function restoreAlong(db: Db, table: RecordTable, ids: string[], change: AnyChange) {
  let count = 0
  const plan = planner(db, table, { change })
  for (const some of chunksOf(ids)) {
    const rows = await readRows(db, table, some, { withoutTexts: true })
    const deleted = [...rows.values()].filter((row) => row.is_deleted)
    await carryOut(db, wholeOf(await plan(deleted.map((row) => ({ row, values: { is_deleted: 0 } })))), change)
    count += deleted.length
  }
  return count
}
