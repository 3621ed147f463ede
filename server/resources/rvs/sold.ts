import type { Db } from '../../db/schema.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { setDeletedWhere } from '../../records/plan/carry-out.ts'
import { recordFacts } from '../../records/plan/sources/facts.ts'
import type { Own } from '../../records/record-tables.ts'
import { readRow, type StoredRow } from '../../records/rows.ts'
import { withoutOwner } from './unclaimed.ts'

type Stored = StoredRow & Own<'rvs'>

/**
 * Ends an RV for its owner, and keeps it without an owner, with its last owner noted. If the same RV also exists
 * without an owner, that one takes its place, and notes the last seller. Call it in the transaction of `change`.
 */
export async function sellRv(db: Db, id: string, change: OpenChange) {
  const own = (await readRow(db, 'rvs', id)) as Stored
  const other = await withoutOwner(db, own)
  if (other) {
    await setDeletedWhere(db, 'rvs', { id }, true, change)
    const { external_id, serial_no, full_vin, sold_by } = other
    // An owner whose transfer the office refused has sold nothing.
    const isRefused = sold_by !== null && own.transfer_refused === other.id
    const values = {
      sold_by: isRefused ? sold_by : own.user_id,
      serial_no: serial_no ?? own.serial_no,
      full_vin: full_vin ?? own.full_vin,
      external_id: external_id ?? own.external_id,
    }
    return recordFacts(db, 'rvs', other, values, change)
  }
  const values = { user_id: null, sold_by: own.user_id, transfer_refused: null }
  return recordFacts(db, 'rvs', own, values, change)
}
