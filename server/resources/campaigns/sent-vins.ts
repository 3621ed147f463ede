import type { z } from 'zod'
import { type AddedUnits, type addUnitsFields, MOST_UNITS, TOO_MANY } from '#contract/campaign-adding.ts'
import { TWICE } from '#contract/campaign-units.ts'
import { tidyVin, vinProblem, withCheckDigit } from '#contract/vin.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { whereClause } from '../../db/lists/list-filters.ts'
import type { Db } from '../../db/schema.ts'
import { refused } from '../../errors.ts'
import { rvList } from '../rvs/rvs.repository.ts'

export type Fields = z.output<typeof addUnitsFields>
type Refused = AddedUnits['refused'][number]
/** The VINs that a call means, each once, and the refused ones with what is wrong with them. */
export type Sent = { vins: string[]; refused: Refused[] }

const NO_RANGE = 'These two VINs differ in more than the last six digits.'
const BACKWARDS = 'The first VIN of a range comes first.'
const NO_FULL_VIN = 'The full VIN of this RV is not known.'

/** A call's VINs: given singly, in ranges, and from matching RVs. Throws 422 for more than a call may add. */
export async function vinsSent(db: Db, fields: Fields): Promise<Sent> {
  const refused: Refused[] = []
  const refuse = (vin: string, message: string) => void refused.push({ vin, errors: { vin: [message] } })
  const typed = fields.vins ?? []
  const ranged = (fields.ranges ?? []).flatMap((range) => vinsBetween(range, refuse))
  const matching = fields.matching ? await vinsMatching(db, fields.matching.filters, refuse) : []
  if (typed.length + ranged.length + matching.length > MOST_UNITS) throw tooMany()
  const found = new Set<string>()
  for (const vin of [...typed, ...ranged, ...matching].map(tidyVin)) {
    const wrong = vinProblem(vin) ?? (found.has(vin) ? TWICE : undefined)
    if (wrong) refuse(vin, wrong)
    else found.add(vin)
  }
  return { vins: [...found], refused }
}

const tooMany = () => refused('vins', TOO_MANY, 'too_large')

const LAST_SIX = 6
const CHECK_AT = 8

/** The VINs in a range, with their check digits. */
function vinsBetween({ from, to }: { from: string; to: string }, refuse: (vin: string, message: string) => void) {
  const [first, last] = [tidyVin(from), tidyVin(to)]
  for (const vin of [first, last]) {
    const wrong = vinProblem(vin)
    if (!wrong) continue
    refuse(vin, wrong)
    return []
  }
  const head = (vin: string) => vin.slice(0, CHECK_AT) + vin.slice(CHECK_AT + 1, -LAST_SIX)
  const [low, high] = [first.slice(-LAST_SIX), last.slice(-LAST_SIX)]
  const wrong = head(first) !== head(last) || !/^\d{6}$/.test(low) || !/^\d{6}$/.test(high) ? NO_RANGE : undefined
  const message = wrong ?? (Number(low) > Number(high) ? BACKWARDS : undefined)
  if (message) {
    refuse(last, message)
    return []
  }
  const count = Number(high) - Number(low) + 1
  if (count > MOST_UNITS) throw tooMany()
  return Array.from({ length: count }, (_, place) => {
    const digits = String(Number(low) + place).padStart(LAST_SIX, '0')
    return withCheckDigit(first.slice(0, -LAST_SIX) + digits) ?? ''
  })
}

async function vinsMatching(
  db: Db,
  filters: NonNullable<Fields['matching']>['filters'],
  refuse: (vin: string, message: string) => void,
) {
  const { sql, values } = whereClause(db, rvList, { filters, is_deleted: false }, {}, 'collect')
  const rows = await engineOf(db).rowsOffThread<{ vin: string; full_vin: string | null }>(
    db,
    `select rvs.vin, rvs.full_vin from rvs ${sql} limit ${MOST_UNITS + 1}`,
    values,
  )
  if (rows.length > MOST_UNITS) throw tooMany()
  for (const { vin, full_vin } of rows) if (full_vin === null) refuse(vin, NO_FULL_VIN)
  return [...new Set(rows.flatMap(({ full_vin }) => full_vin ?? []))]
}
