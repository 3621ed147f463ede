import type { Doubt, DoubtKind } from '#contract/dealer-doubts.ts'
import type { Coordinates } from '#contract/places.ts'
import type { Db } from '../../db/schema.ts'
import { notFound, refused } from '../../errors.ts'
import type { Places } from '../../integrations/places/places.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { editRecord } from '../../records/plan/sources/form.ts'
import { readRow } from '../../records/rows.ts'
import { refuseStale } from '../../records/stale.ts'
import { dealerRecords } from './dealers.service.ts'
import { activeDealers, type DoubtedDealer, settle, settledDoubts } from './doubts.repository.ts'
import { findDoubts } from './find-doubts.ts'

type Parts = { db: Db; places: Places }
type Which = { service_id: string; doubt: DoubtKind; version?: number | undefined }

/** Few enough to look up one by one. */
const MOST_LOOKED_UP = 200
const idOf = ({ service_id, doubt }: Pick<Which, 'service_id' | 'doubt'>) => `${service_id} ${doubt}`

/** What is probably wrong with active dealers, by name, except what was confirmed since they last changed. */
export async function listDoubts(parts: Parts): Promise<Doubt[]> {
  const { open, dealers } = await openDoubts(parts)
  const lost = open.filter(isLost)
  for (const one of lost.slice(0, MOST_LOOKED_UP)) one.mend = await placeOf(parts, dealers.get(one.service_id))
  return open
}

/** Whether only the address can tell where the dealer is. */
const isLost = ({ doubt, mend }: Doubt) => !mend && (doubt === 'zero' || doubt === 'outside')

async function openDoubts({ db, places }: Parts) {
  const dealers = await activeDealers(db)
  const settled = await settledDoubts(db)
  const found = await findDoubts(dealers, places.statesAround)
  const open = found.filter((one) => {
    const known = settled.get(idOf(one))
    return Number(known?.version) !== one.version || known?.detail !== one.detail
  })
  return { open, dealers: new Map(dealers.map((one) => [one.id, one])) }
}

/** Where a dealer's address is; null if unknown. */
async function placeOf({ places }: Parts, dealer: DoubtedDealer | undefined) {
  const place = dealer && (await places.locate(dealer))
  return place ? { latitude: place.latitude, longitude: place.longitude } : null
}

/** The doubt meant, among the current ones. Throws 404. */
function pick(open: Doubt[], which: Which) {
  const found = open.find((one) => idOf(one) === idOf(which))
  if (!found) throw notFound('This doubt')
  return found
}

/**
 * Determines what to settle, before a transaction: the doubt, and for two near dealers also the other's. Throws 404,
 * and 409 for an outdated `version`.
 */
export async function doubtsToSettle(parts: Parts, which: Which) {
  const { open } = await openDoubts(parts)
  const one = pick(open, which)
  await refuseStale(parts.db, { _id: one.service_id, version: one.version }, which.version)
  const other = open.find(
    ({ service_id, doubt, other_id }) =>
      service_id === one.other_id && doubt === one.doubt && other_id === one.service_id,
  )
  return other ? [one, other] : [one]
}

/** Records that these are right. Call it in a transaction. */
export async function settleDoubts(db: Db, doubts: Doubt[]) {
  for (const one of doubts) {
    const { service_id, doubt, detail, version } = one
    await settle(db, { id: idOf(one), service_id, doubt, detail, version })
  }
}

/** The coordinates that fix a doubt, determined before a transaction. Throws 404, and 422 if they are unknown. */
export async function mendingOf(parts: Parts, which: Which) {
  const { open, dealers } = await openDoubts(parts)
  const one = pick(open, which)
  const mend = isLost(one) ? await placeOf(parts, dealers.get(one.service_id)) : one.mend
  if (!mend) throw refused('doubt', 'Please mend this in the form.', 'not_allowed')
  return mend
}

/**
 * Corrects a dealer’s coordinates; returns it. Throws 404, and 409 for an outdated `version`. Call it in a transaction.
 */
export async function mendDealer(db: Db, { service_id, version }: Which, mend: Coordinates, change: OpenChange) {
  const find = () => dealerRecords.find(db, service_id)
  await editRecord(db, 'dealers', await readRow(db, 'dealers', service_id), { version, values: mend, find }, change)
  return find()
}
