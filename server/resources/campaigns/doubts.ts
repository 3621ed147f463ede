import { type CampaignDoubt, MOST_DOUBTS } from '#contract/campaign-doubts.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { readRow } from '../../records/rows.ts'
import { countedUnits, ownedUnits, possibleUnits } from '../campaign-units/pairs.repository.ts'
import { saidOf } from '../campaign-units/said.ts'

type Found = { unit_id: string; vin: string; rv_id: string | null; user_id: string | null; user_name: string | null }

/** What someone must decide about a campaign's vehicles, at most so many of each kind. Throws 404. */
export async function doubtsOf(db: Db, campaign_id: string): Promise<CampaignDoubt[]> {
  await readRow(db, 'campaigns', campaign_id)
  const ofCampaign = 'unit.campaign_id = ?'
  const columns = 'pair.unit_id, whole.vin, pair.rv_id, pair.user_id, pair.user_name'
  const whole = 'inner join campaign_units as whole on whole.id = pair.unit_id'
  const order = 'order by whole.seq, pair.rv_id limit ?'
  // Of 100,000 vehicles they take seconds.
  const { rowsOffThread } = engineOf(db)
  const several = await rowsOffThread<{ unit_id: string }>(
    db,
    `select pair.unit_id from ${countedUnits(ofCampaign)} group by pair.unit_id having count(*) > 1 limit ?`,
    [campaign_id, campaign_id, MOST_DOUBTS],
  )
  const these = JSON.stringify(several.map(({ unit_id }) => unit_id))
  const disputed = await readQuery<Found>(
    db,
    `select ${columns} from ${ownedUnits(`unit.id in ${engineOf(db).textsFromJson}`)} ${whole} ${order}`,
    [these, these, MOST_DOUBTS],
  )
  const possible = await rowsOffThread<Found>(
    db,
    `select ${columns} from ${possibleUnits(ofCampaign)} ${whole}
     where not exists (select 1 from ${ownedUnits('unit.id = whole.id')}) ${order}`,
    [campaign_id, campaign_id, MOST_DOUBTS],
  )
  const rows = await readQuery<{ unit_id: string; vin: string; said: string }>(
    db,
    `select id as unit_id, vin, said from campaign_units
     where campaign_id = ? and is_deleted = 0 and said is not null order by seq limit ?`,
    [campaign_id, MOST_DOUBTS],
  )
  const said = rows.map((row) => ({ ...row, said: saidOf(row.said) }))
  const names = await namesOf(
    db,
    said.flatMap(({ said }) => said?.user_id ?? []),
  )
  return [
    ...possible.map((one) => toDoubt('possible', one)),
    ...disputed.map((one) => toDoubt('disputed', one)),
    ...said.map(({ said, ...one }) => {
      const { rv_id = null, user_id = null } = said ?? {}
      const user_name = names.get(user_id ?? '') ?? null
      return {
        ...toDoubt('said', { ...one, rv_id, user_id: user_name === null ? null : user_id, user_name }),
        said: said && { what: said.what, on: said.on },
      }
    }),
  ]
}

async function namesOf(db: Db, ids: string[]) {
  const rows = await readQuery<{ id: string; name: string }>(
    db,
    `select id, name from users where id in ${engineOf(db).textsFromJson}`,
    [JSON.stringify(ids)],
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}

const toDoubt = (why: CampaignDoubt['why'], { unit_id, vin, rv_id, user_id, user_name }: Found): CampaignDoubt => ({
  why,
  unit_id,
  vin,
  rv_id,
  user: user_id === null ? null : { _id: user_id, name: user_name ?? '' },
  said: null,
})
