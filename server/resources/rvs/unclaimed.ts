import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { type OpenChange, setDetails } from '../../records/open-change.ts'
import { setDeletedWhere } from '../../records/plan/carry-out.ts'
import { planOf, wholeOf } from '../../records/plan/plan.ts'
import { recordFacts } from '../../records/plan/sources/facts.ts'
import type { Own } from '../../records/record-tables.ts'
import { readRow, type StoredRow } from '../../records/rows.ts'

type Stored = StoredRow & Own<'rvs'>
/**
 * A VIN identifies an RV only together with the model, as it is the last six digits of the full one, unless that is
 * known.
 */
type Known = Pick<Own<'rvs'>, 'vin' | 'model_id' | 'full_vin'>

/** The active RV with this VIN and model that has no owner; undefined if there is none. */
export async function withoutOwner(db: Db, { vin, model_id, full_vin }: Known) {
  const [found] = await readQuery<{ id: string }>(
    db,
    `select id from rvs where user_id is null and vin = ? and model_id = ? and is_deleted = 0
       and (full_vin is null or full_vin = coalesce(?, full_vin))
     order by case when full_vin is null then 1 else 0 end, created_at, id limit 1`,
    [vin, model_id, full_vin],
  )
  return found && ((await readRow(db, 'rvs', found.id)) as Stored)
}

/** The same, if this owner may claim it: one that another owner has sold waits for the office. */
async function unclaimedOf(db: Db, { user_id, ...known }: Known & Pick<Own<'rvs'>, 'user_id'>) {
  const found = await withoutOwner(db, known)
  return found?.sold_by === null || found?.sold_by === user_id ? found : undefined
}

/**
 * Gives an RV without an owner to the owner who registers it, or back to them: as the factory described it, with their
 * serial number if it has none. Resolves to its id, or undefined if there is no such RV. Throws 422 as for a new one.
 */
export async function claim(db: Db, values: Own<'rvs'>, change: OpenChange) {
  const unclaimed = await unclaimedOf(db, values)
  if (!unclaimed) return undefined
  const { user_id, serial_no, full_vin } = values
  wholeOf(await planOf(db, 'rvs', [{ values }], { change }))
  setDetails(change, { kind: 'edit' })
  const numbers = { serial_no: unclaimed.serial_no ?? serial_no, full_vin: unclaimed.full_vin ?? full_vin }
  await recordFacts(db, 'rvs', unclaimed, { user_id, sold_by: null, ...numbers }, change)
  return unclaimed.id
}

/**
 * If an owner's RV turns out to exist without an owner too, that one is removed, and its external id moves over.
 * Resolves to whether it did.
 */
export async function absorbUnclaimed(db: Db, id: string, change: OpenChange) {
  const own = (await readRow(db, 'rvs', id)) as Stored
  if (own.user_id === null || own.external_id !== null || own.is_deleted) return false
  const unclaimed = await unclaimedOf(db, own)
  if (!unclaimed) return false
  await setDeletedWhere(db, 'rvs', { id: unclaimed.id }, true, change)
  const { external_id, serial_no, full_vin } = unclaimed
  const numbers = { serial_no: own.serial_no ?? serial_no, full_vin: own.full_vin ?? full_vin }
  await recordFacts(db, 'rvs', own, { external_id, ...numbers }, change)
  return true
}
