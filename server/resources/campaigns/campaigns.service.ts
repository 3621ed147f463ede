import type { z } from 'zod'
import type { Campaign, campaignFields } from '#contract/campaigns.ts'
import { isoNow } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import { AppError } from '../../errors.ts'
import { cascadedWith } from '../../records/cascaded-with.ts'
import type { AnyChange, OpenChange } from '../../records/open-change.ts'
import { writeRecord } from '../../records/plan/carry-out.ts'
import { missingTexts, refuseMissing } from '../../records/plan/rules/campaigns.ts'
import { restoreAlong } from '../../records/plan/sources/state.ts'
import type { Own } from '../../records/record-tables.ts'
import { unexpectedNumber } from '../../records/record-tables.ts'
import { readRow } from '../../records/rows.ts'
import type { Settings } from '../../settings/settings.ts'
import { recordsOf } from '../records/records-of.ts'
import { tellCampaign } from './campaign-jobs.ts'
import { campaignList, withCounts } from './campaigns.repository.ts'
import { remindOfDue } from './reminders.ts'

const records = recordsOf(campaignList, {
  toColumns: ({ regulators, ...fields }: z.output<typeof campaignFields>) => ({
    ...fields,
    ...(regulators && { regulators: regulators.join(',') }),
  }),
  finish: withCounts,
})

/** Recalls and service campaigns. Once opened, one cannot be deleted. */
export const campaignRecords: typeof records = {
  ...records,
  setDeleted: (db, id, to, change) =>
    inTransaction(db, async (db) => {
      if (!(await records.setDeleted(db, id, to, change))) return false
      if (!to.deleted) await restoreUnits(db, id, change)
      return true
    }),
}

/** Restores the vehicles that were deleted with a campaign. */
export const restoreUnits = async (db: Db, id: string, change: AnyChange) =>
  restoreAlong(db, 'campaign_units', await cascadedWith(db, 'campaigns', id, 'campaign_units'), change)

type Round = { campaign_id: string; expect: number }

/**
 * Opens a campaign; a job then tells its owners. Throws 404, 409 if the number of owners is no longer the one seen, and
 * 422 naming what is missing.
 */
export async function openCampaign(
  db: Db,
  { campaign_id, expect }: Round,
  settings: Pick<Settings, 'officeTimeZone'>,
  change: OpenChange,
) {
  const campaign = await records.find(db, campaign_id)
  if (campaign.opened_at) throw new AppError(409, 'This campaign has been opened already.', { code: 'conflict' })
  if (campaign.is_deleted) throw new AppError(409, 'This campaign has been removed.', { code: 'conflict' })
  refuseMissing([...missingTexts(campaign), ...(campaign.counts.units ? [] : (['units'] as const))])
  await remindOfDue(db, campaign_id, settings)
  return nextRound(db, campaign, expect, { opened_at: isoNow(), opened_by: change.actor._id }, change)
}

/** A campaign's present round, which a reminder follows; undefined if there is no such campaign. */
export const roundOf = async (db: Db, campaign_id: string) =>
  (await db.selectFrom('campaigns').select('round').where('id', '=', campaign_id).executeTakeFirst())?.round

const JUST_REMINDED = 'Someone else has just reminded the owners. Nobody was told again.'

/**
 * Tells the owners of vehicles that are still open once more, in the round after `seen`, which was the present one when
 * the call arrived. Throws 404, and 409 as openCampaign does, or if another call opened that round meanwhile.
 */
export async function remindOwners(
  db: Db,
  { campaign_id, expect, seen }: Round & { seen: number | undefined },
  change: OpenChange,
) {
  const campaign = await records.find(db, campaign_id)
  if (campaign.state !== 'open') throw new AppError(409, 'This campaign is not open.', { code: 'conflict' })
  if (campaign.round !== Number(seen)) throw new AppError(409, JUST_REMINDED, { code: 'conflict' })
  return nextRound(db, campaign, expect, {}, change)
}

async function nextRound(
  db: Db,
  campaign: Campaign,
  expect: number,
  more: Partial<Own<'campaigns'>>,
  change: OpenChange,
) {
  const { owners_to_tell: found } = campaign
  if (found !== expect) throw unexpectedNumber('users', { found, expected: expect }, 'Nobody was told.')
  const row = await readRow(db, 'campaigns', campaign._id)
  await writeRecord(db, 'campaigns', { row, values: { ...more, round: campaign.round + 1 } }, change)
  await tellCampaign(db, campaign._id)
  return records.find(db, campaign._id)
}

/** Ends reports and reminders. Throws 404, and 409 if it is not open. */
export async function closeCampaign(db: Db, campaign_id: string, change: OpenChange) {
  const campaign = await records.find(db, campaign_id)
  if (campaign.state !== 'open') throw new AppError(409, 'This campaign is not open.', { code: 'conflict' })
  const row = await readRow(db, 'campaigns', campaign_id)
  await writeRecord(db, 'campaigns', { row, values: { closed_at: isoNow() } }, change)
  return records.find(db, campaign_id)
}
