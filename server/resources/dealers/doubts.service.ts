import type { Doubt, DoubtKind } from '#contract/dealer-doubts.ts'
import type { Coordinates } from '#contract/places.ts'
import type { Db } from '../../db/schema.ts'
import { notFound, refused } from '../../errors.ts'
import type { Places } from '../../integrations/places/places.ts'
import { readRow } from '../../records/change.ts'
import { editRecord } from '../../records/edit-record.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { dealerRecords } from './dealers.service.ts'
import { activeDealers, settle, settledDoubts } from './doubts.repository.ts'
import { findDoubts } from './find-doubts.ts'

type Parts = { db: Db; places: Places }
type Which = { service_id: string; doubt: DoubtKind; version?: number | undefined }

/** Few enough for a look-up each. */
const MOST_LOOKED_UP = 200
const idOf = ({ service_id, doubt }: Pick<Which, 'service_id' | 'doubt'>) => `${service_id} ${doubt}`

/** What is probably wrong with active dealers, by name, but for what was said to be right since they changed. */
export async function listDoubts({ db, places }: Parts): Promise<Doubt[]> {
  const dealers = await activeDealers(db)
  const settled = await settledDoubts(db)
  const found = await findDoubts(dealers, places.statesAround)
  const open = found.filter((one) => {
    const known = settled.get(idOf(one))
    return Number(known?.version) !== one.version || known?.detail !== one.detail
  })
  const byId = new Map(dealers.map((one) => [one.id, one]))
  const lost = open.filter(({ doubt, mend }) => !mend && (doubt === 'zero' || doubt === 'outside'))
  for (const one of lost.slice(0, MOST_LOOKED_UP)) {
    const place = await places.locate(byId.get(one.service_id) ?? {})
    if (place) one.mend = { latitude: place.latitude, longitude: place.longitude }
  }
  return open
}

/** The doubt that is meant, as it is now. Throws 404 for one that there is not, or no longer. */
async function doubtOf(parts: Parts, which: Which) {
  const found = (await listDoubts(parts)).find((one) => idOf(one) === idOf(which))
  if (!found) throw notFound('This doubt')
  return found
}

/** Finds out what is to be settled, before a transaction: the doubt, and of two dealers that are near the other's. Throws 404. */
export async function doubtsToSettle(parts: Parts, which: Which) {
  const one = await doubtOf(parts, which)
  const all = await listDoubts(parts)
  const other = all.find(
    ({ service_id, doubt, other_id }) =>
      service_id === one.other_id && doubt === one.doubt && other_id === one.service_id,
  )
  return other ? [one, other] : [one]
}

/** Notes that these are right. Call it in a transaction. */
export async function settleDoubts(db: Db, doubts: Doubt[]) {
  for (const one of doubts) {
    const { service_id, doubt, detail, version } = one
    await settle(db, { id: idOf(one), service_id, doubt, detail, version })
  }
}

/** The coordinates that mend a doubt, found out before a transaction. Throws 404, and 422 where they are not known. */
export async function mendingOf(parts: Parts, which: Which) {
  const { mend } = await doubtOf(parts, which)
  if (!mend) throw refused('doubt', 'Please mend this in the form.', 'not_allowed')
  return mend
}

/** Gives a dealer the coordinates that mend it. Returns it. Throws 404, and 409 for an outdated `version`. Call it in a transaction. */
export async function mendDealer(db: Db, { service_id, version }: Which, mend: Coordinates, change: OpenChange) {
  const find = () => dealerRecords.find(db, service_id)
  await editRecord(db, 'dealers', await readRow(db, 'dealers', service_id), { version, values: mend, find }, change)
  return find()
}
