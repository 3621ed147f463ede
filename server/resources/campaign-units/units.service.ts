import type { z } from 'zod'
import { type CampaignNotice, type unitFields } from '#contract/campaign-units.ts'
import { vinProblem } from '#contract/vin.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { AppError, notFound, refused } from '../../errors.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { writeRecord } from '../../records/plan/carry-out.ts'
import type { Own } from '../../records/record-tables.ts'
import { readRow, type StoredRow } from '../../records/rows.ts'
import { recordsOf } from '../records/records-of.ts'
import { sellRv } from '../rvs/sold.ts'
import { type Said, saidOf } from './said.ts'
import { unitList, withMatches } from './units.repository.ts'

type Values = Partial<Own<'campaign_units'>>

/** What was sent, decided or said about a vehicle under its earlier VIN was about another one. */
const OF_EARLIER_VIN: Values = { mailed_on: null, confirmed_rv: null, rejected_rvs: '', said: null }

/**
 * Adjusts values to a status and a VIN: those that do not belong to it become empty, and the owner's earlier statement
 * is settled.
 */
export function settled(given: Values, row?: Readonly<Record<string, unknown>>): Values {
  const { status = row?.['status'] } = given
  const isAnswered = row !== undefined && status !== row['status'] && given.said === undefined
  const values: Values = {
    ...given,
    ...(given.vin !== undefined && { serial: given.vin.slice(-6) }),
    ...(given.vin !== undefined && row !== undefined && given.vin !== row['vin'] && OF_EARLIER_VIN),
    ...(isAnswered && { said: null }),
  }
  if (status === 'open') return { ...values, reason: null, done_on: null, service_id: null }
  // The day of another status says nothing about this one.
  const known = status === row?.['status'] ? (row?.['done_on'] as string | null) : null
  const done_on = given.done_on ?? known
  if (status === 'unreachable') return { ...values, service_id: null, done_on: done_on ?? isoNow().slice(0, 10) }
  return { ...values, reason: null, ...(given.done_on === undefined && { done_on }) }
}

export const unitRecords = recordsOf(unitList, {
  toColumns: (fields: z.output<typeof unitFields>, current) => settled(fields, current),
  finish: withMatches,
})

type Which = { unit_id: string; rv_id: string }

const HAS_ANOTHER = 'This RV has another VIN.'
const IS_MISTYPED = 'The full VIN of this RV is mistyped: its check digit is wrong. Please correct it there.'

/**
 * Confirms that an RV is the vehicle, or rules it out. Throws 404, and 422 if the RV has another VIN, or is confirmed by
 * a mistyped one.
 */
export async function decide(db: Db, { unit_id, rv_id }: Which, isIt: boolean, change: OpenChange) {
  const row = await readRow(db, 'campaign_units', unit_id)
  const rv = (await readRow(db, 'rvs', rv_id)) as StoredRow & Own<'rvs'>
  const isMistyped = rv.full_vin !== null && vinProblem(rv.full_vin) !== undefined
  const isOther = rv.full_vin === null || isMistyped ? rv.vin !== row['serial'] : rv.full_vin !== row['vin']
  if (isOther) throw refused('rv_id', HAS_ANOTHER, 'not_allowed')
  if (isMistyped && isIt) throw refused('rv_id', IS_MISTYPED, 'not_allowed')
  const others = String(row['rejected_rvs'])
    .split(' ')
    .filter((id) => id && id !== rv_id)
  const values = isIt
    ? { confirmed_rv: rv_id, rejected_rvs: others.join(' ') }
    : {
        rejected_rvs: [...others, rv_id].join(' '),
        ...(row['confirmed_rv'] === rv_id && { confirmed_rv: null }),
      }
  await writeRecord(db, 'campaign_units', { row, values }, change)
  return unitRecords.find(db, unit_id)
}

/** What owners say, and the resulting values of the vehicle; a sale changes none. */
const FACTS = {
  done: { status: 'remedied', reason: null },
  sold: undefined,
  stolen: { status: 'unreachable', reason: 'stolen' },
  scrapped: { status: 'unreachable', reason: 'scrapped' },
  exported: { status: 'unreachable', reason: 'exported' },
} as const

/**
 * Accepts what the owner says: about the vehicle, or that they have sold their RV, which then has no owner. Throws 404,
 * and 409 if the owner says nothing.
 */
export async function acceptSaid(db: Db, unit_id: string, change: OpenChange) {
  const row = await readRow(db, 'campaign_units', unit_id)
  const said = saidOf(row['said'] as string | null)
  if (!said) throw new AppError(409, 'The owner has not said anything of this vehicle.', { code: 'conflict' })
  const fact = FACTS[said.what as keyof typeof FACTS]
  if (!fact) await sellSaid(db, said, change)
  const values = fact ? settled({ ...fact, done_on: said.on ?? isoNow().slice(0, 10) }, row) : {}
  await writeRecord(db, 'campaign_units', { row, values: { ...values, said: null } }, change)
  return unitRecords.find(db, unit_id)
}

async function sellSaid(db: Db, { rv_id = '', user_id }: Said, change: OpenChange) {
  const rv = await db
    .selectFrom('rvs')
    .select('id')
    .where('id', '=', rv_id)
    .where('user_id', '=', user_id ?? '')
    .where('is_deleted', '=', 0)
    .executeTakeFirst()
  if (rv) await sellRv(db, rv.id, change)
}

/** Who was told about a vehicle, in chronological order. Throws 404. */
export async function noticesOf(db: Db, unit_id: string): Promise<CampaignNotice[]> {
  if (!(await db.selectFrom('campaign_units').select('id').where('id', '=', unit_id).executeTakeFirst()))
    throw notFound('This vehicle')
  const rows = await db
    .selectFrom('campaign_notices as notice')
    .leftJoin('notification_recipients as recipient', (join) =>
      join
        .onRef('recipient.notification_id', '=', 'notice.notification_id')
        .onRef('recipient.user_id', '=', 'notice.user_id'),
    )
    .select(['notice.way', 'notice.round', 'notice.at', 'notice.state', 'notice.language', 'recipient.state as fared'])
    .where('notice.unit_id', '=', unit_id)
    // What was said before two accounts were merged is listed under the remaining one.
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('users')
            .innerJoin('campaign_notices as kept', 'kept.user_id', 'users.merged_into')
            .select('kept.seq')
            .whereRef('users.id', '=', 'notice.user_id')
            .whereRef('kept.unit_id', '=', 'notice.unit_id')
            .whereRef('kept.kind', '=', 'notice.kind')
            .whereRef('kept.round', '=', 'notice.round'),
        ),
      ),
    )
    .orderBy('notice.seq')
    .execute()
  return rows.map(({ fared, ...notice }) => ({ ...notice, round: Number(notice.round), state: fared ?? notice.state }))
}
