import type { CampaignUnit } from '#contract/campaign-units.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { type ListColumn, nameColumn, optionalNameColumn, textColumn } from '../../db/lists/list-columns.ts'
import { type List, newestFirst, type RowOf } from '../../db/lists/list-page.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { foldText } from '../../db/search/text-key.ts'
import { recordColumns } from '../../records/activity.ts'
import { listedColumns, ownColumns } from '../../records/own-columns.ts'
import { toRecord } from '../../records/to-record.ts'
import { matchedUnits, possibleUnits } from './pairs.repository.ts'
import { type Said, saidOf } from './said.ts'

const selectUnits = (db: Db) =>
  db
    .selectFrom('campaign_units')
    .innerJoin('campaigns', 'campaigns.id', 'campaign_units.campaign_id')
    .leftJoin('dealers', 'dealers.id', 'campaign_units.service_id')
    .select(recordColumns('campaign_units'))
    .select(['campaigns.number as campaign', 'campaigns.opened_at', 'dealers.name as service'])
    .select(ownColumns('campaign_units'))

type Row = RowOf<typeof selectUnits>
/** A vehicle without what is known about its RV. */
type Unmatched = Omit<
  CampaignUnit,
  'rv_id' | 'user' | 'match' | 'disputed' | 'told_at' | 'acknowledged_at' | 'not_told'
> & { isOpened: boolean }

const toUnit = ({
  serial: _serial,
  confirmed_rv: _confirmed,
  rejected_rvs: _rejected,
  told_at: _told,
  said,
  opened_at,
  ...row
}: Row): Unmatched => ({
  ...toRecord(row),
  campaign_id: { _id: row.campaign_id, name: row.campaign },
  service_id: row.service_id === null ? null : { _id: row.service_id, name: row.service ?? '' },
  said: wireOf(saidOf(said)),
  isOpened: opened_at !== null,
})

const wireOf = (said: Said | null): CampaignUnit['said'] => said && { what: said.what, on: said.on }

const nullable = (...names: string[]) => {
  const columns = listedColumns('campaign_units')
  return Object.fromEntries(names.map((name) => [name, { ...columns[name], nullable: true } as ListColumn]))
}

export const unitList: List<Row, Unmatched, 'campaign_units'> = {
  table: 'campaign_units',
  select: selectUnits,
  toWire: toUnit,
  reads: ['admins', 'campaigns', 'dealers', 'rvs', 'users'],
  columns: {
    ...listedColumns('campaign_units'),
    ...nullable('reason', 'done_on', 'service_id', 'language'),
    // Stored in capitals.
    vin: textColumn('campaign_units', 'vin', (text) => foldText(text).toUpperCase()),
    campaign: nameColumn('campaigns', 'campaign_units.campaign_id', 'number_key'),
    service: optionalNameColumn('dealers', 'campaign_units.service_id'),
  },
  order: newestFirst('campaign_units'),
}

type Pair = {
  unit_id: string
  rv_id: string
  owner_id: string | null
  user_name: string | null
  match: CampaignUnit['match']
}
type Notice = { unit_id: string; user_id: string; at: string; acknowledged_at: string | null }

/** The same with the RV in the app that each is or may be, and whether its owner was told. */
export async function withMatches(db: Db, records: Unmatched[]): Promise<CampaignUnit[]> {
  const these = JSON.stringify(records.map(({ _id }) => _id))
  const only = `unit.id in ${engineOf(db).textsFromJson}`
  const columns = (owner: string) => `pair.unit_id, pair.rv_id, ${owner} as owner_id, pair.match, pair.user_name`
  // RVs with an owner come before those without.
  const order = 'order by case when pair.owner_id is null then 1 else 0 end, pair.rv_id'
  const found = await readQuery<Pair>(db, `select ${columns('pair.owner_id')} from ${matchedUnits(only)} ${order}`, [
    these,
    these,
  ])
  const perhaps = await readQuery<Pair>(
    db,
    `select ${columns('pair.user_id')} from ${possibleUnits(only)} order by pair.rv_id`,
    [these, these],
  )
  const notices = await readQuery<Notice>(
    db,
    `select unit.unit_id, unit.user_id, max(unit.at) as at, max(unit.acknowledged_at) as acknowledged_at
     from campaign_notices as unit where unit.kind = 'told' and unit.withdrawn_at is null
     and unit.unit_${only.slice('unit.'.length)} group by unit.unit_id, unit.user_id`,
    [these],
  )
  const [sure, possible] = [found, perhaps].map((some) => Map.groupBy(some, ({ unit_id }) => unit_id))
  const told = new Map(notices.map((notice) => [`${notice.unit_id} ${notice.user_id}`, notice]))
  return records.map(({ isOpened, ...record }) => {
    const pairs = sure?.get(record._id) ?? []
    const [one] = pairs
    const perhaps = possible?.get(record._id)?.[0]
    const pair = one?.owner_id ? one : (perhaps ?? one)
    const notice = pair && told.get(`${record._id} ${pair.owner_id}`)
    return {
      ...record,
      rv_id: pair?.rv_id ?? null,
      user: pair?.owner_id ? { _id: pair.owner_id, name: pair.user_name ?? '' } : null,
      match: pair?.match ?? null,
      disputed: pairs.filter(({ owner_id }) => owner_id !== null).length > 1,
      told_at: notice?.at ?? null,
      acknowledged_at: notice?.acknowledged_at ?? null,
      not_told: notice ? null : whyUntold(record.status === 'open' && isOpened && !record.is_deleted, pair),
    }
  })
}

/** Why nobody was told; null while that is about to happen. */
function whyUntold(isOpen: boolean, pair: Pair | undefined): CampaignUnit['not_told'] {
  if (!isOpen) return 'not_open'
  if (!pair?.owner_id) return 'no_owner'
  return pair.match === 'possible' ? 'possible' : null
}
