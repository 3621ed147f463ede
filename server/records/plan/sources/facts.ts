import type { Db, RecordTable } from '../../../db/schema.ts'
import type { AnyChange } from '../../open-change.ts'
import type { Own } from '../../record-tables.ts'
import { type StoredRow, storedRow } from '../../rows.ts'
import { carryOut, type New } from '../carry-out.ts'

// What has happened is written whatever the rules say: one that is added later must not stop a sign-in, a sale or a
// job because of a column that it does not touch.

/** Adds a record that the product itself makes, such as a sent message; returns its id. Call it in a transaction. */
export async function recordNew<Table extends RecordTable>(
  db: Db,
  table: Table,
  values: New<Table>,
  change: AnyChange,
  id?: string,
) {
  const [added = ''] = await carryOut(db, { table, writes: [{ id, values }] }, change)
  return added
}

/**
 * Writes what has happened to a record, given as stored or by its id: a password's hash, the time of a sale. If nothing
 * differs, nothing is written, unless it is `touched`: the change is about it anyway. Throws 404 for an unknown id. Call
 * it in a transaction.
 */
export async function recordFacts<Table extends RecordTable>(
  db: Db,
  table: Table,
  which: string | StoredRow,
  values: Partial<Own<Table>>,
  change: AnyChange,
  { touched }: { touched?: boolean } = {},
) {
  const row = await storedRow(db, table, which)
  await carryOut(db, { table, writes: [{ row, values, touched }] }, change)
}

/** Records that a change is about a record, none of whose columns it sets. Throws as recordFacts does. */
export const recordTouch = (db: Db, table: RecordTable, which: string | StoredRow, change: AnyChange) =>
  recordFacts(db, table, which, {}, change, { touched: true })
