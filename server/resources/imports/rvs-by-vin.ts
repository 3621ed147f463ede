import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'

type Candidate = { id: string; user_id: string | null; model_id: string; vin: string; external_id: string | null }
type Values = Record<string, unknown>

/**
 * Finds which RV each of these values is about by its VIN: of an owner theirs, else the one of its model that nobody owns, else
 * the only one of its model. One that another system calls otherwise is another one. Resolves to their ids, by place.
 */
export async function rvsByVin(db: Db, all: Values[]): Promise<(string | undefined)[]> {
  const vins = [...new Set(all.flatMap(({ vin }) => (typeof vin === 'string' ? [vin] : [])))]
  if (!vins.length) return all.map(() => undefined)
  const found = await readQuery<Candidate>(
    db,
    `select id, user_id, model_id, vin, external_id from ${engineOf(db).fromIndex('rvs', 'rvs_by_vin')}
     where is_deleted = 0 and vin in ${engineOf(db).textsFromJson} order by created_at, id`,
    [JSON.stringify(vins)],
  )
  const byVin = Map.groupBy(found, ({ vin }) => vin)
  return all.map((values) => sameRv(byVin.get(String(values['vin'])) ?? [], values)?.id)
}

function sameRv(some: Candidate[], { user_id, model_id, external_id }: Values) {
  const fitting = some.filter((one) => !external_id || one.external_id === null)
  const ofModel = fitting.filter((one) => one.model_id === model_id)
  const unclaimed = ofModel.find((one) => one.user_id === null)
  if (typeof user_id === 'string') return fitting.find((one) => one.user_id === user_id) ?? unclaimed
  return unclaimed ?? (ofModel.length === 1 ? ofModel[0] : undefined)
}
