import { NOT_IN_FUTURE } from '#contract/campaign-messages.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery, writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { refused } from '../../errors.ts'
import { unexpectedNumber } from '../../records/record-tables.ts'
import { activeCampaign } from './campaigns.repository.ts'
import { byLetterLanguages } from './languages.ts'
import { HAS_ADDRESS, NOT_MAILED, OF_CAMPAIGN } from './letter-rows.ts'

type Mailed = {
  campaign_id: string
  mailed_on: string
  unit_ids?: string[] | undefined
  with_address?: boolean | undefined
  expect: number
}

/**
 * Records that letters were mailed to the registered owners of these vehicles, or of all open ones due one, or only of
 * those with an address. Throws 404, 422 for a day in the future, and 409 if their number differs from the expected
 * one.
 */
export async function noteMailed(
  db: Db,
  { campaign_id, mailed_on, unit_ids, with_address, expect }: Mailed,
  today: string,
) {
  const campaign = await activeCampaign(db, campaign_id)
  if (mailed_on > today) throw refused('mailed_on', NOT_IN_FUTURE, 'too_large')
  const chosen = unit_ids ? `campaign_units.id in ${engineOf(db).textsFromJson}` : NOT_MAILED
  const units = await readQuery<{ id: string }>(
    db,
    `select campaign_units.id ${OF_CAMPAIGN} and ${chosen} ${with_address ? `and ${HAS_ADDRESS}` : ''}`,
    [campaign_id, ...(unit_ids ? [JSON.stringify(unit_ids)] : [])],
  )
  if (units.length !== expect)
    throw unexpectedNumber('campaign_units', { found: units.length, expected: expect }, 'Nothing was noted.')
  const these = JSON.stringify(units.map(({ id }) => id))
  const round = Math.max(1, Number(campaign.round))
  // A letter in both languages counts as French.
  const language = byLetterLanguages(campaign, (some) => `'${some.at(-1)}'`)
  await writeQuery(
    db,
    `insert into campaign_notices (unit_id, campaign_id, way, kind, round, at, language, state)
     select id, campaign_id, 'letter', 'letter', ?, ?, ${language}, 'mailed' from campaign_units
     where id in ${engineOf(db).textsFromJson}`,
    [round, mailed_on, these],
  )
  await writeQuery(db, `update campaign_units set mailed_on = ? where id in ${engineOf(db).textsFromJson}`, [
    mailed_on,
    these,
  ])
  return units.length
}

/** Records that the last letters for these vehicles came back. Resolves to the number of vehicles; throws 404. */
export async function noteReturned(db: Db, { campaign_id, unit_ids }: { campaign_id: string; unit_ids: string[] }) {
  await activeCampaign(db, campaign_id)
  const these = JSON.stringify(unit_ids)
  const texts = engineOf(db).textsFromJson
  const returned = await writeQuery<{ id: string }>(
    db,
    `update campaign_units set mailed_on = null
     where campaign_id = ? and mailed_on is not null and id in ${texts} returning id`,
    [campaign_id, these],
  )
  await writeQuery(
    db,
    `update campaign_notices set state = 'returned', withdrawn_at = at where seq in (
       select max(seq) from campaign_notices
       where campaign_id = ? and way = 'letter' and state = 'mailed' and unit_id in ${texts} group by unit_id)`,
    [campaign_id, JSON.stringify(returned.map(({ id }) => id))],
  )
  return returned.length
}

type ToldDealers = { campaign_id: string; told_on: string; service_ids?: string[] | undefined; expect: number }

/**
 * Records that these dealers were told, or all active ones. Resolves to how many. Throws 404, 422 for a day in the
 * future, and 409 if their number differs from the expected one.
 */
export async function noteDealersTold(
  db: Db,
  { campaign_id, told_on, service_ids, expect }: ToldDealers,
  today: string,
) {
  await activeCampaign(db, campaign_id)
  if (told_on > today) throw refused('told_on', NOT_IN_FUTURE, 'too_large')
  const chosen = service_ids ? `and id in ${engineOf(db).textsFromJson}` : ''
  const some = service_ids ? [JSON.stringify(service_ids)] : []
  const dealers = await readQuery<{ id: string }>(db, `select id from dealers where is_deleted = 0 ${chosen}`, some)
  if (dealers.length !== expect)
    throw unexpectedNumber('dealers', { found: dealers.length, expected: expect }, 'Nothing was noted.')
  await writeQuery(
    db,
    `insert into campaign_dealers (campaign_id, service_id, told_on)
     select campaigns.id, dealers.id, ? from dealers, campaigns
     where campaigns.id = ? and dealers.id in ${engineOf(db).textsFromJson} on conflict do nothing`,
    [told_on, campaign_id, JSON.stringify(dealers.map(({ id }) => id))],
  )
  return dealers.length
}
