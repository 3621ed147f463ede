import { fullVinOf } from '#contract/rvs.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'

type Candidate = {
  id: string
  user_id: string | null
  model_id: string
  vin: string
  external_id: string | null
  full_vin: string | null
}
type Values = Record<string, unknown>

/**
 * Finds which RV each of these values is about by its VIN, as typed in `texts`: for an owner theirs, else the one of
 * its model without an owner, else the only one of its model. An RV with another external id, or another full VIN, is a
 * different one. Resolves to their ids, by place.
 */
export async function rvsByVin(db: Db, all: Values[], texts: Map<string, string>[]): Promise<(string | undefined)[]> {
  const vins = [...new Set(all.flatMap(({ vin }) => (typeof vin === 'string' ? [vin] : [])))]
  if (!vins.length) return all.map(() => undefined)
  const found = await readQuery<Candidate>(
    db,
    `select id, user_id, model_id, vin, external_id, full_vin from ${engineOf(db).fromIndex('rvs', 'rvs_by_vin')}
     where is_deleted = 0 and vin in ${engineOf(db).textsFromJson} order by created_at, id`,
    [JSON.stringify(vins)],
  )
  const byVin = Map.groupBy(found, ({ vin }) => vin)
  return all.map((values, place) => {
    const full_vin = values['full_vin'] ?? fullVinOf(texts[place]?.get('vin') ?? '')
    return sameRv(byVin.get(String(values['vin'])) ?? [], { ...values, full_vin })?.id
  })
}

function sameRv(some: Candidate[], { user_id, model_id, external_id, full_vin }: Values) {
  const isOther = (one: Candidate) => Boolean(full_vin && one.full_vin && one.full_vin !== full_vin)
  const possible = some.filter((one) => (!external_id || one.external_id === null) && !isOther(one))
  const same = possible.filter((one) => full_vin && one.full_vin === full_vin)
  const fitting = same.length ? same : possible
  const ofModel = fitting.filter((one) => one.model_id === model_id)
  const unclaimed = onlyOne(ofModel.filter((one) => one.user_id === null))
  if (typeof user_id !== 'string') return unclaimed ?? onlyOne(ofModel)
  const own = fitting.filter((one) => one.user_id === user_id)
  return own.length ? (onlyOne(own) ?? onlyOne(own.filter((one) => one.model_id === model_id))) : unclaimed
}

/** Among several with the same six digits, a full VIN has to tell which is meant. */
const onlyOne = (some: Candidate[]) => (some.length === 1 ? some[0] : undefined)
