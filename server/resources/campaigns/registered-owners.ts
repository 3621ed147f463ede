import { dayLater, isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { inSlices } from '../../db/in-slices.ts'
import { readQuery, writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Changes } from '../../records/activity.ts'
import { shortForm } from '../../records/names/shortened.ts'
import { openChange } from '../../records/open-change.ts'
import { recordTouch } from '../../records/plan/sources/facts.ts'

/** The list of registered owners is kept for five years from the day the regulator was told (49 CFR 573.8). */
const KEPT_DAYS = 5 * 365 + 2

/** The last day on which a campaign's registered owners are kept. */
const ownersKeptUntil = (decided_on: string) => dayLater(decided_on, KEPT_DAYS)

const OF_OWNER = ['owner_name', 'address', 'city', 'state', 'zip', 'country', 'language'] as const
const EMPTY = "owner_name = '', address = '', city = '', state = '', zip = '', country = '', language = null"
const HAS_ANY = OF_OWNER.map((name) => `coalesce(campaign_units.${name}, '') <> ''`).join(' or ')

/** Removes vehicles' registered owners, also from their history, once the law no longer requires keeping them. */
export async function forgetRegisteredOwners(db: Db) {
  const today = isoNow().slice(0, 10)
  const over = await readQuery<{ id: string }>(
    db,
    `select id from campaigns where decided_on < ? and exists (
       select 1 from campaign_units where campaign_units.campaign_id = campaigns.id and (${HAS_ANY})) order by id`,
    [dayLater(today, -KEPT_DAYS)],
  )
  for (const { id } of over) {
    await inSlices(db, (db, most) => forgetSome(db, id, most))
    await inTransaction(db, (db) => noteForgotten(db, id))
  }
}

async function forgetSome(db: Db, campaign_id: string, most: number) {
  const units = await writeQuery<{ id: string }>(
    db,
    `update campaign_units set ${EMPTY} where id in (
       select id from campaign_units where campaign_id = ? and (${HAS_ANY}) limit ?) returning id`,
    [campaign_id, most],
  )
  const entries = await readQuery<{ id: string; changes: string }>(
    db,
    `select id, changes from activity where record_id in ${engineOf(db).textsFromJson}`,
    [JSON.stringify(units.map(({ id }) => id))],
  )
  for (const { id, changes } of entries) {
    const before = JSON.parse(changes) as Changes
    const left = Object.fromEntries(Object.entries(before).filter(([name]) => !OF_OWNER.includes(name as 'zip')))
    const values = { changes: JSON.stringify(left), shortened: shortForm('campaign_units', left) }
    if (values.changes !== changes) await db.updateTable('activity').set(values).where('id', '=', id).execute()
  }
  return units.length
}

/** Records this in the campaign's history. */
const noteForgotten = (db: Db, campaign_id: string) =>
  recordTouch(
    db,
    'campaigns',
    campaign_id,
    openChange({
      actor: { kind: 'system', reason: 'Five years after the regulator was told' },
      call: 'campaign-owners-forgotten',
      kind: 'other',
      message: 'Registered owners removed.',
      isFinal: true,
    }),
  )

/**
 * How many vehicles on campaigns' lists name who has registered an owner's RVs, and until when (ISO 8601) that is kept.
 */
export async function registeredOf(db: Db, owner: string) {
  const [found] = await readQuery<{ units: number; last: string | null }>(
    db,
    `select count(*) as units, max(campaigns.decided_on) as last from rvs
     cross join campaign_units cross join campaigns
     where rvs.user_id = ? and campaign_units.vin = rvs.full_vin and campaigns.id = campaign_units.campaign_id
       and (${HAS_ANY})`,
    [owner],
  )
  if (!found?.last) return undefined
  return { units: Number(found.units), until: new Date(ownersKeptUntil(found.last)).toISOString() }
}
