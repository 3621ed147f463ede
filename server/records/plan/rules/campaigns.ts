import {
  CHOOSE_REGULATOR,
  CLOSE_INSTEAD,
  MISSING,
  NOT_IN_FUTURE,
  TYPE_STAYS,
  UNIT_STAYS,
} from '#contract/campaign-messages.ts'
import type { Db } from '../../../db/schema.ts'
import { AppError, refused } from '../../../errors.ts'
import type { Own } from '../../record-tables.ts'
import { type Becoming, moves, returns, type Values } from './rule.ts'

const WANTED = ['defect', 'risk', 'remedy', 'phone'] as const
const FRENCH = ['title_fr', 'defect_fr', 'risk_fr', 'remedy_fr'] as const

/** The texts that an open campaign still needs: in French too if `regulators` names Transport Canada. */
export function missingTexts(campaign: Values): (keyof typeof MISSING)[] {
  const isCanadian = String(campaign['regulators']).includes('transport_canada')
  return [...WANTED, ...(isCanadian ? FRENCH : [])].filter((field) => !campaign[field])
}

/** Refuses a campaign that lacks any of these fields: 422 naming each. */
export function refuseMissing(fields: (keyof typeof MISSING)[]) {
  const [first] = fields
  if (!first) return
  const errors = Object.fromEntries(fields.map((field) => [field, [MISSING[field]]]))
  const fieldCodes = Object.fromEntries(fields.map((field) => [field, ['required' as const]]))
  throw new AppError(422, MISSING[first], { code: 'invalid', errors, fieldCodes })
}

/**
 * Refuses an invalid campaign: one of another type than it was opened as, a recall without a regulator, one decided
 * after `today`, or an open one that lacks what opening it requires. `row` is the campaign as stored.
 */
export function refuseUnfit(next: Values, row: Values | undefined, today: string) {
  if (row?.['opened_at'] && next['type'] !== row['type']) throw refused('type', TYPE_STAYS, 'not_allowed')
  if (next['type'] === 'recall' && !next['regulators']) throw refused('regulators', CHOOSE_REGULATOR, 'required')
  if (String(next['decided_on']) > today) throw refused('decided_on', NOT_IN_FUTURE, 'too_large')
  if (next['opened_at']) refuseMissing(missingTexts(next))
}

/** Refuses to delete a campaign that was opened or reported, also by undoing its addition: 409. */
export async function refuseToDeleteOpened(db: Db, id: string) {
  const { opened_at } = await db
    .selectFrom('campaigns')
    .select('opened_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const filed = await db
    .selectFrom('campaign_reports')
    .select('quarter')
    .where('campaign_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (opened_at || filed) throw new AppError(409, CLOSE_INSTEAD, { code: 'conflict' })
}

/** Refuses to move a vehicle from or to a campaign that was opened, which would tell nobody: 422. */
export async function refuseToMoveOpened(db: Db, write: Becoming) {
  const { row, next } = write
  if (!row || !moves(write, ['campaign_id'])) return
  const opened = await db
    .selectFrom('campaigns')
    .select('id')
    .where('id', 'in', [String(row['campaign_id']), String(next['campaign_id'])])
    .where('opened_at', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  if (opened) throw refused('campaign_id', UNIT_STAYS, 'not_allowed')
}

/** Refuses that an RV is confirmed as a second vehicle of a campaign: 422 naming the first. */
export async function refuseSecondConfirmed(db: Db, write: Becoming) {
  const { confirmed_rv, campaign_id = '' } = write.next as Partial<Own<'campaign_units'>>
  if (!confirmed_rv || !(returns(write) || moves(write, ['confirmed_rv', 'campaign_id']))) return
  const first = await db
    .selectFrom('campaign_units')
    .select('vin')
    .where('confirmed_rv', '=', confirmed_rv)
    .where('campaign_id', '=', campaign_id)
    .where('is_deleted', '=', 0)
    .where('id', '!=', write.row?.id ?? '')
    .executeTakeFirst()
  if (first) throw refused('rv_id', `This RV is already confirmed as the vehicle ${first.vin}.`, 'taken')
}
