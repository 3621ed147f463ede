import type { Db, RecordTable } from '../../../db/schema.ts'
import type { AnyChange } from '../../open-change.ts'
import type { Own } from '../../record-tables.ts'
import { type StoredRow, storedRow } from '../../rows.ts'
import { writeRecord } from '../carry-out.ts'

/**
 * Sets columns of a record, given as stored or by its id, as a call of its own asks: deactivating an administrator,
 * recalling a message. If nothing differs, nothing is written, unless it is `touched`: the change is about it anyway.
 * Throws 404 for an unknown id, and what the rules say. Call it in the transaction of the change.
 */
export async function setColumns<Table extends RecordTable>(
  db: Db,
  table: Table,
  which: string | StoredRow,
  values: Partial<Own<Table>>,
  change: AnyChange,
  { touched }: { touched?: boolean } = {},
) {
  const row = await storedRow(db, table, which)
  await writeRecord(db, table, { row, values, touched }, change)
}
