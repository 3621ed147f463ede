import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import type { Plan, PlannedWrite } from '../../records/plan/plan.ts'
import { maybeSame } from '../../records/plan/rules/of-owner.ts'
import type { Own } from '../../records/record-tables.ts'
import { readRow, type StoredRow } from '../../records/rows.ts'
import { transfersBetween } from '../rvs/transfers.repository.ts'

type StoredRv = StoredRow & Own<'rvs'>

/**
 * Plans for RVs that both accounts have, among those refused by a move's plan: that of the account that stays is kept,
 * and gets missing numbers and confirmed campaign vehicles from the other one, which goes along deleted. Two with the
 * same six digits but different models stay refused.
 */
export async function planSameRvs(db: Db, { refused }: Plan, into: string) {
  const rows = refused.flatMap(({ write }) => (write.row ? [write.row as StoredRv] : []))
  const kept = rows.length ? await keptFor(db, rows, into) : []
  const both = rows.flatMap((row) => {
    const other = kept.find((one) => isSame(one, row))
    return other ? [{ row, other }] : []
  })
  return { same: new Set(both.map(({ row }) => row.id)), plans: await plansOf(db, both, into) }
}

/**
 * Plans what accepting the transfers that wait between both accounts does: the sold RV is theirs again, and what was
 * registered since goes along deleted. `moving` has the plans of RVs that move; its writes of these RVs are taken out.
 * `settled` are plans of RVs that become one with another.
 */
export async function planTransfers(db: Db, moving: Plan[], settled: Plan[], { from, into }: Which) {
  const both: Both[] = []
  const taken = new Set(settled.flatMap(({ writes }) => writes.map(({ row }) => row?.id)))
  for (const { kept, next } of await transfersBetween(db, from, into)) {
    const [other, row] = [(await readRow(db, 'rvs', kept)) as StoredRv, (await readRow(db, 'rvs', next)) as StoredRv]
    if (taken.has(kept) || taken.has(next)) continue
    both.push({ row, other })
    taken.add(kept).add(next)
  }
  for (const plan of moving) plan.writes = plan.writes.filter(({ row }) => !both.some((one) => isOf(one, row?.id)))
  return { count: both.length, plans: await plansOf(db, both, into, { user_id: into, sold_by: null }) }
}

type Which = Record<'from' | 'into', string>
const isOf = ({ row, other }: Both, id: unknown) => row.id === id || other.id === id

type Both = { row: StoredRv; other: StoredRv }

async function plansOf(db: Db, both: Both[], into: string, owned: Partial<Own<'rvs'>> = {}) {
  const going: PlannedWrite[] = both.map(({ row }) => ({ row, values: { user_id: into, is_deleted: 1 } }))
  const staying = both.map(({ row, other }) => ({ row: other, values: { ...numbersOf(other, row), ...owned } }))
  return [
    { table: 'rvs', writes: going, refused: [] },
    { table: 'rvs', writes: staying, refused: [] },
    { table: 'campaign_units', writes: await unitsOf(db, both), refused: [] },
  ] satisfies Plan[]
}

const isSame = (one: StoredRv, other: StoredRv) =>
  one.vin === other.vin && one.model_id === other.model_id && maybeSame(one.full_vin, other.full_vin)

async function keptFor(db: Db, rows: StoredRv[], into: string) {
  const vins = rows.map(({ vin }) => vin)
  const found = db.selectFrom('rvs').selectAll().where('user_id', '=', into).where('is_deleted', '=', 0)
  return (await found.where('vin', 'in', vins).orderBy('id').execute()) as StoredRv[]
}

const numbersOf = (kept: StoredRv, gone: StoredRv) => ({
  serial_no: kept.serial_no ?? gone.serial_no,
  full_vin: kept.full_vin ?? gone.full_vin,
  external_id: kept.external_id ?? gone.external_id,
  transfer_refused: kept.transfer_refused ?? gone.transfer_refused,
})

type Unit = StoredRow & Pick<Own<'campaign_units'>, 'confirmed_rv' | 'rejected_rvs' | 'serial'>

/** Statements about which vehicle one RV is are transferred to the other. */
async function unitsOf(db: Db, both: Both[]): Promise<PlannedWrite[]> {
  if (!both.length) return []
  const serials = JSON.stringify(both.map(({ row }) => row.vin))
  const { textsFromJson } = engineOf(db)
  const sql = `select * from campaign_units where serial in ${textsFromJson} and is_deleted = 0 order by id`
  const units = await readQuery<Unit>(db, sql, [serials])
  return units.flatMap((unit) => {
    const rejected = String(unit.rejected_rvs).split(' ').filter(Boolean)
    const about = both.find(({ row }) => unit.confirmed_rv === row.id || rejected.includes(row.id))
    if (!about) return []
    const { row, other } = about
    const isConfirmed = unit.confirmed_rv === row.id
    const others = rejected.filter((id) => id !== other.id)
    if (isConfirmed) return [{ row: unit, values: { confirmed_rv: other.id, rejected_rvs: others.join(' ') } }]
    // More is known about the kept one.
    if (unit.confirmed_rv === other.id) return []
    return [{ row: unit, values: { rejected_rvs: [...others, other.id].join(' ') } }]
  })
}
