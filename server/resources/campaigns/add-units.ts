import type { AddedUnits } from '#contract/campaign-adding.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery, writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { AppError } from '../../errors.ts'
import { type AnyChange, type OpenChange, setDetails } from '../../records/open-change.ts'
import { carryOut } from '../../records/plan/carry-out.ts'
import { planOf, wholeOf } from '../../records/plan/plan.ts'
import { formatRecordCount, unexpectedNumber } from '../../records/record-tables.ts'
import { readRow } from '../../records/rows.ts'
import { beginInSteps, type SteppedWork } from '../changes/change-steps.ts'
import { findChange } from '../changes/history/changes.repository.ts'
import type { Fields, Sent } from './sent-vins.ts'

const ADDED = 'The vehicles were added.'

/**
 * Adds the vehicles, more than `most` of them in steps; with `preview` it only says what would be added. Throws 404,
 * 409 if another number of them is new than expected, and 422 with the refused ones, unless they may be left out. Call
 * it in the transaction of the change.
 */
export async function addUnits(
  db: Db,
  fields: Fields,
  { vins, refused }: Sent,
  change: OpenChange,
  most: number,
): Promise<AddedUnits> {
  const { campaign_id } = fields
  await readRow(db, 'campaigns', campaign_id)
  const fresh = await vinsToAdd(db, campaign_id, vins)
  const answer = { new: fresh.length, unchanged: vins.length - fresh.length, refused }
  if (fields.preview) return answer
  if (refused.length && !fields.leave_refused) throw unitsRefused(answer)
  const { expect = fresh.length } = fields
  if (expect !== fresh.length)
    throw unexpectedNumber('campaign_units', { found: fresh.length, expected: expect }, 'Nothing was added.')
  setDetails(change, { message: ADDED })
  if (fresh.length > most) await begin(db, campaign_id, fresh, change)
  else await carryOut(db, await planUnits(db, campaign_id, fresh, change), change)
  return answer
}

function unitsRefused(answer: AddedUnits) {
  const refused = answer.refused.map(({ errors }, place) => ({ place, errors }))
  return new AppError(422, answer.refused[0]?.errors['vin']?.[0] ?? '', { code: 'invalid', data: answer, refused })
}

const planUnits = async (db: Db, campaign_id: string, vins: string[], change: AnyChange) =>
  wholeOf(
    await planOf(
      db,
      'campaign_units',
      vins.map((vin) => ({ values: newUnit(campaign_id, vin) })),
      { change },
    ),
  )

/** A vehicle of which only the VIN is known. */
const newUnit = (campaign_id: string, vin: string) => ({
  campaign_id,
  vin,
  serial: vin.slice(-6),
  status: 'open',
  reason: null,
  note: '',
  done_on: null,
  service_id: null,
  owner_name: '',
  address: '',
  city: '',
  state: '',
  zip: '',
  country: '',
  language: null,
})

/** `after` is the place of the last one whose step is over. */
type Left = { campaign_id: string; after: number }

/** Starts adding very many, which a job carries out: they wait in their own table, each until its step. */
async function begin(db: Db, campaign_id: string, vins: string[], change: OpenChange) {
  // Refuses immediately what every step would: a deleted campaign.
  await planUnits(db, campaign_id, vins.slice(0, 1), change)
  await writeQuery(
    db,
    `insert into campaign_arrivals (change_id, place, vin)
     select ?, row_number() over (), arrived.value from ${engineOf(db).textsFromJson} as arrived`,
    [change.id, JSON.stringify(vins)],
  )
  const payload = { work: 'vehicles', record_type: 'campaign_units', campaign_id, after: 0 } as const
  const title = formatRecordCount('campaign_units', vins.length)
  await beginInSteps<Left>(db, change, payload, { expected: vins.length, title })
}

/** Adds the waiting ones. If someone stops it, or deletes the campaign meanwhile, what was added can be undone. */
export const addUnitsWork: SteppedWork<Left> = {
  async next(db, { change_id, campaign_id, after }, change, most) {
    const through = after + most
    // Between two places: to find the first ones, PostgreSQL would pass all that were deleted before.
    const arrived = await writeQuery<{ place: number; vin: string }>(
      db,
      'delete from campaign_arrivals where change_id = ? and place > ? and place <= ? returning place, vin',
      [change_id, after, through],
    )
    const vins = arrived.sort((one, other) => one.place - other.place).map(({ vin }) => vin)
    const plan = await planUnits(db, campaign_id, await vinsToAdd(db, campaign_id, vins), change)
    return { plan, isOver: arrived.length < most, next: { after: through } }
  },
  async end(db, { change_id }) {
    const { record_count: done_count } = await findChange(db, change_id)
    return { message: ADDED, done_count }
  },
  async takeBack(db, { change_id }) {
    await db.deleteFrom('campaign_arrivals').where('change_id', '=', change_id).execute()
    return []
  },
}

/** Those of these VINs that the campaign does not have, in order. */
async function vinsToAdd(db: Db, campaign_id: string, vins: string[]) {
  const { fromIndex, textsFromJson } = engineOf(db)
  const rows = await readQuery<{ vin: string }>(
    db,
    `select vin from ${fromIndex('campaign_units', 'campaign_units_twins')}
     where campaign_id = ? and is_deleted = 0 and vin in ${textsFromJson}`,
    [campaign_id, JSON.stringify(vins)],
  )
  const there = new Set(rows.map(({ vin }) => vin))
  return vins.filter((vin) => !there.has(vin))
}
