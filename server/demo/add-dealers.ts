import { v7 as newId } from 'uuid'
import type { Db } from '../db/schema.ts'
import type { FileDeps } from '../deps.ts'
import type { OpenChange } from '../records/open-change.ts'
import { asPartOf } from '../records/open-change.ts'
import { withKeys } from '../records/record-tables.ts'
import { dealerRecords } from '../resources/dealers/dealers.service.ts'
import { demoDealer } from './dealers.ts'
import { countOf, fillFrom } from './fill-from.ts'
import { dice } from './people.ts'

const DEALERS = 220
/** Its hours are unreadable, so that the list of doubts is not empty. */
const DOUBTED = 9
/** One in so many is closed. */
const CLOSED = 50

/** Adds dealers and service centres across the United States and Canada. Call it in a transaction. */
export async function addDealers(deps: FileDeps, change: OpenChange) {
  const roll = dice(20_260_505)
  for (let number = 0; number < DEALERS; number++) {
    const dealer = { ...demoDealer(number, roll), ...(number === DOUBTED && { hour_parts: 'Call ahead' }) }
    const { _id } = await dealerRecords.add(deps, dealer, asPartOf(deps.db, change))
    if (number % CLOSED === CLOSED - 1) await dealerRecords.setDeleted(deps.db, _id, { deleted: true }, change)
  }
}

/** Adds dealers without logos until there are `wanted`; the same ones each time. Call it in a transaction. */
export async function addMoreDealers(db: Db, wanted: number) {
  const present = await countOf(db, 'dealers')
  const roll = dice(20_260_505 + present)
  function* rows() {
    for (let number = present; number < wanted; number++) {
      const now = new Date().toISOString()
      const shared = { id: newId(), is_deleted: 0, version: 1, created_at: now, updated_at: now }
      yield withKeys('dealers', { ...shared, ...demoDealer(number, roll), logo_file: null })
    }
  }
  await fillFrom(db, 'dealers', rows())
}
