import type { RecordRow } from '#contract/records.ts'
import type { Db, RecordTable } from '../../../db/schema.ts'
import type { AnyChange } from '../../open-change.ts'
import { readRow } from '../../rows.ts'
import { refuseStale } from '../../stale.ts'
import { writeRecord } from '../carry-out.ts'

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
