import type { Campaign, Regulator, UnitCounts } from '#contract/campaigns.ts'
import { dayLater } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { ListColumn } from '../../db/lists/list-columns.ts'
import { type List, newestFirst, type RowOf } from '../../db/lists/list-page.ts'
import { cached, cachedRows } from '../../db/lists/query-cache.ts'
import { readCounts } from '../../db/lists/record-counts.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { recordColumns } from '../../records/activity.ts'
import { listedColumns, ownColumns } from '../../records/own-columns.ts'
import type { Own } from '../../records/record-tables.ts'
import { readRow, type StoredRow } from '../../records/rows.ts'
import { toRecord } from '../../records/to-record.ts'
import { countedUnits } from '../campaign-units/pairs.repository.ts'
import { notMailed, UNMAILED, type Unmailed } from './letter-rows.ts'

const selectCampaigns = (db: Db) =>
  db.selectFrom('campaigns').select(recordColumns('campaigns')).select(ownColumns('campaigns'))

type Row = RowOf<typeof selectCampaigns>
type FoundOut = 'counts' | 'owners_to_tell' | 'dealers_told' | 'dealers_told_on' | 'dealers_to_tell' | 'filed_quarters'
type Uncounted = Omit<Campaign, FoundOut>

/** Owners must be notified within this many days after the regulator was told (49 CFR 577.7). */
const OWNERS_DUE_DAYS = 60
/** The deadline for that. */
export const ownersDueOn = (decided_on: string) => dayLater(decided_on, OWNERS_DUE_DAYS)

const toCampaign = ({ regulators, opened_by: _by, ...row }: Row): Uncounted => ({
  ...toRecord(row),
  round: Number(row.round),
  regulators: (regulators ? regulators.split(',') : []) as Regulator[],
  state: row.closed_at ? 'closed' : row.opened_at ? 'open' : 'draft',
  owners_due_on: ownersDueOn(row.decided_on),
})

const columns = listedColumns('campaigns')
export const campaignList: List<Row, Uncounted, 'campaigns'> = {
  table: 'campaigns',
  select: selectCampaigns,
  toWire: toCampaign,
  reads: ['admins', 'campaign_units', 'dealers', 'rvs', 'users'],
  columns: {
    ...columns,
    remedy_from: { ...columns['remedy_from'], nullable: true } as ListColumn,
  },
  order: newestFirst('campaigns'),
}

type Counted = {
  campaign_id: string
  status: Exclude<keyof UnitCounts, 'without_address'>
  units: number
  not_told: number
} & Unmailed
type ByCampaign = { campaign_id: string } & Unmailed

/** The same with the state of their vehicles, and whom they told or would tell. */
export async function withCounts(db: Db, records: Uncounted[]): Promise<Campaign[]> {
  const ids = records.map(({ _id }) => _id)
  if (!ids.length) return []
  const these = placesFor(ids)
  const counted = await readQuery<Counted>(
    db,
    `select campaign_id, status, count(*) as units, sum(case when told_at is null then 1 else 0 end) as not_told,
       ${UNMAILED} from campaign_units
     where campaign_id in ${these} and is_deleted = 0 group by campaign_id, status`,
    ids,
  )
  const owners = await countOwners(
    db,
    counted.filter(({ status }) => status === 'open'),
  )
  const unaddressed = await readQuery<ByCampaign>(
    db,
    `select campaign_id, ${UNMAILED} from ${engineOf(db).fromIndex('campaign_units', 'campaign_units_without_address')}
     where campaign_id in ${these} and is_deleted = 0 and status = 'open' and address = '' group by campaign_id`,
    ids,
  )
  const dealers = await readQuery<{ campaign_id: string; told: number; last: string }>(
    db,
    `select campaign_id, count(distinct service_id) as told, max(told_on) as last from campaign_dealers
     where campaign_id in ${these} group by campaign_id`,
    ids,
  )
  const filed = await readQuery<{ campaign_id: string; quarter: string }>(
    db,
    `select campaign_id, quarter from campaign_reports where campaign_id in ${these} order by campaign_id, quarter`,
    ids,
  )
  const { active: dealers_to_tell } = await readCounts(db, 'dealers', [])
  const without = new Map(unaddressed.map((one) => [one.campaign_id, one]))
  const toldDealers = new Map(dealers.map(({ campaign_id, ...told }) => [campaign_id, told]))
  const quartersOf = Map.groupBy(filed, ({ campaign_id }) => campaign_id)
  const byCampaign = Map.groupBy(counted, ({ campaign_id }) => campaign_id)
  return records.map((record) => ({
    ...record,
    owners_to_tell: record.state === 'closed' ? 0 : (owners.get(record._id) ?? 0),
    dealers_told: Number(toldDealers.get(record._id)?.told ?? 0),
    dealers_told_on: toldDealers.get(record._id)?.last ?? null,
    dealers_to_tell,
    filed_quarters: (quartersOf.get(record._id) ?? []).map(({ quarter }) => quarter),
    counts: {
      ...countsOf(byCampaign.get(record._id) ?? [], record.regulators),
      without_address: notMailed(record.regulators, without.get(record._id)),
    },
  }))
}

/** With so many open vehicles, counting a campaign's owners takes long enough to hold others up. */
const MANY_UNITS = 5000

type Owners = { campaign_id: string; owners: number }

/** How many owners the open vehicles of each campaign have. */
async function countOwners(db: Db, open: Pick<Counted, 'campaign_id' | 'units'>[]) {
  const isLarge = ({ units }: { units: number }) => Number(units) >= MANY_UNITS
  const groups = [open.filter((one) => !isLarge(one)), ...open.filter(isLarge).map((one) => [one])]
  const { stampOf } = await readCounts(db, 'campaign_units', ['changes', 'rvs', 'users'])
  const found: Owners[] = []
  for (const some of groups.filter(({ length }) => length)) {
    const ids = some.map(({ campaign_id }) => campaign_id)
    const pairs = countedUnits(`unit.status = 'open' and unit.campaign_id in ${placesFor(ids)}`)
    const sql = `select pair.campaign_id, count(distinct pair.user_id) as owners from ${pairs} group by pair.campaign_id`
    // Telling them moves the stamp of vehicles, but is no change of records; any save moves that of changes.
    const options = { stamp: stampOf(['changes', 'rvs', 'users']), offThread: some.some(isLarge) }
    const count = () => cachedRows(db, options, { sql, values: [...ids, ...ids] }, (row: Owners) => row)
    const kept = { key: `owners of ${ids.join()}`, stamp: stampOf(['campaign_units', 'rvs', 'users']) }
    found.push(...(await cached(db, kept, count, () => 0)))
  }
  return new Map(found.map(({ campaign_id, owners }) => [campaign_id, Number(owners)]))
}

// As many as there are: for a list of unknown length PostgreSQL reads the vehicles of all campaigns.
const placesFor = (ids: string[]) => `(${ids.map(() => '?').join()})`

function countsOf(some: Counted[], regulators: Regulator[]): Omit<UnitCounts, 'without_address'> {
  const counts = { units: 0, open: 0, remedied: 0, no_remedy_needed: 0, unreachable: 0, not_told: 0, not_mailed: 0 }
  for (const { status, units, not_told, ...unmailed } of some) {
    counts.units += Number(units)
    counts[status] += Number(units)
    if (status !== 'open') continue
    counts.not_told = Number(not_told)
    counts.not_mailed = notMailed(regulators, unmailed)
  }
  return counts
}

/** A campaign that was not removed. Throws 404. */
export async function activeCampaign(db: Db, campaign_id: string) {
  const campaign = (await readRow(db, 'campaigns', campaign_id)) as StoredRow & Own<'campaigns'>
  if (campaign.is_deleted) throw notFound('This campaign')
  return campaign
}
