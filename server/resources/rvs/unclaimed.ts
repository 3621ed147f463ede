import { readQuery } from '../../db/raw-query.ts'
import type { Db, Tables } from '../../db/schema.ts'
import { changeRecord, readRow, type StoredRow, setDeleted } from '../../records/change.ts'
import { type OpenChange, setDetails } from '../../records/open-change.ts'
import { rulesOf } from '../../records/plan/rules/of-writes.ts'
import type { Own } from '../../records/record-tables.ts'

type Stored = StoredRow & Own<'rvs'>
/** A VIN says which RV it is only together with the model: it is the last six digits of the full one. */
type Known = Pick<Tables['rvs'], 'vin' | 'model_id'>

/** The active RV of this VIN and model that has no owner; undefined where there is none. */
async function unclaimedOf(db: Db, { vin, model_id }: Known) {
  const [found] = await readQuery<{ id: string }>(
    db,
    `select id from rvs where user_id is null and vin = ? and model_id = ? and is_deleted = 0
     order by created_at, id limit 1`,
    [vin, model_id],
  )
  return found && ((await readRow(db, 'rvs', found.id)) as Stored)
}

/**
 * Gives the RV without an owner that an owner registers to them: as the factory has described it, with their serial number
 * where it has none. Resolves to its id, or undefined where there is no such RV. Throws 422 as for a new one.
 */
export async function claim(db: Db, values: Own<'rvs'>, change: OpenChange) {
  const unclaimed = await unclaimedOf(db, values)
  if (!unclaimed) return undefined
  const { user_id, serial_no } = values
  await rulesOf(db, 'rvs', { change }).refuse({ values })
  setDetails(change, { kind: 'edit' })
  const serial = unclaimed.serial_no === null ? { serial_no } : {}
  await changeRecord(db, 'rvs', unclaimed.id, { user_id, ...serial }, change, { known: unclaimed })
  return unclaimed.id
}

/**
 * Where an owner's RV turns out to be one that is also there without an owner, that one is removed, and what the factory
 * calls it goes over. Resolves to whether it did.
 */
export async function absorbUnclaimed(db: Db, id: string, change: OpenChange) {
  const own = (await readRow(db, 'rvs', id)) as Stored
  if (own.user_id === null || own.external_id !== null || own.is_deleted) return false
  const unclaimed = await unclaimedOf(db, own)
  if (!unclaimed) return false
  await setDeleted(db, 'rvs', { id: unclaimed.id }, true, change)
  const { external_id, serial_no } = unclaimed
  await changeRecord(db, 'rvs', id, { external_id, serial_no: own.serial_no ?? serial_no }, change)
  return true
}
