import type { z } from 'zod'
import type { mergeFields, ToMove, VerifiedBy } from '#contract/privacy.ts'
import { sha256 } from '../../auth/tokens.ts'
import type { Db } from '../../db/schema.ts'
import { AppError, refused } from '../../errors.ts'
import { hasBeenErased, isErased } from '../../records/erased.ts'
import { countToFollow, wasMerged } from '../../records/merged.ts'
import { type OpenChange, setDetails } from '../../records/open-change.ts'
import { carryOut } from '../../records/plan/carry-out.ts'
import { type Plan, planOf } from '../../records/plan/plan.ts'
import { recordFacts } from '../../records/plan/sources/facts.ts'
import { readRow, type StoredRow } from '../../records/rows.ts'
import { planSameRvs, planTransfers } from './same-rvs.ts'
import { eraseDueAt } from './schedule-erase.ts'

type Fields = z.output<typeof mergeFields>
type Which = Pick<Fields, 'user_id' | 'into_id'>

const SAME = 'Please choose another account than this one.'
const INACTIVE = 'This account is not active. Please activate it first.'
const CHAIN = 'Another account was merged into this one. Please choose this one as the account that stays.'
const TO_BE_ERASED = 'This account is to be erased. Please keep it first.'
const NOT_CONFIRMED = 'The email addresses of both accounts have not been confirmed by a code.'
const OF_OTHER_MODEL = 'both accounts have it, as RVs of different models. Please delete the wrong one first.'
const CHANGED = 'Something has changed. Please look again.'

const proofWords: Record<Exclude<VerifiedBy, 'other'>, string> = {
  mailed_code: 'a mailed code has confirmed both addresses',
  password: 'the owner has the passwords of both',
}

/** What merging two accounts would move. Throws as mergeUsers does. */
export async function previewMerge(db: Db, which: Which) {
  return (await planMerge(db, which)).toMove
}

/**
 * Merges an account into another one of the same person, as one change that can be undone. Throws 404, 422 if one of
 * them cannot be merged or both have RVs with the same VIN but different models, and 409 if something has changed since
 * the preview.
 */
export async function mergeUsers(db: Db, fields: Fields, change: OpenChange) {
  const { user, into, plans, toMove } = await planMerge(db, fields)
  const { verified_by = 'other', note, expect } = fields
  if (verified_by === 'mailed_code' && !(user['email_confirmed'] === 1 && into['email_confirmed'] === 1))
    throw refused('verified_by', NOT_CONFIRMED, 'not_allowed')
  if (expect !== toMove.expect) throw new AppError(409, CHANGED, { code: 'conflict' })
  setDetails(change, { detail: verified_by === 'other' ? note : proofWords[verified_by] })
  await recordFacts(db, 'users', user.id, { status: 0, merged_into: into.id }, change)
  const kept = { ...stricterOf(user, into), ...placeOf(user, into) }
  await recordFacts(db, 'users', into.id, kept, change, { touched: true })
  for (const plan of plans) await carryOut(db, plan, change)
  return toMove
}

async function planMerge(db: Db, { user_id, into_id }: Which) {
  const [user, into] = [await readRow(db, 'users', user_id), await readRow(db, 'users', into_id)]
  if (user.id === into.id) throw refused('into_id', SAME, 'not_allowed')
  for (const one of [user, into]) {
    if (isErased(one)) throw hasBeenErased()
    if (one['merged_into']) throw wasMerged()
    const field = one === user ? 'user_id' : 'into_id'
    if (one.is_deleted || (one === into && one['status'] !== 1)) throw refused(field, INACTIVE, 'inactive')
    if (await eraseDueAt(db, one.id)) throw refused(field, TO_BE_ERASED, 'not_allowed')
  }
  const chained = db.selectFrom('users').select('id').where('merged_into', '=', user.id)
  if (await chained.executeTakeFirst()) throw refused('user_id', CHAIN, 'not_allowed')
  const plans = []
  for (const [table, column] of OWNED) plans.push(await planToMove(db, { table, column }, user.id, into.id))
  const ofSold = await planToMove(db, { table: 'rvs', column: 'sold_by' }, user.id, into.id)
  plans.push(ofSold)
  const [ofRvs] = plans as [Plan, ...Plan[]]
  const { same, plans: ofSame } = await planSameRvs(db, ofRvs, into.id)
  refuseWhatStays(plans, same)
  const handed = await planTransfers(db, [ofRvs, ofSold], ofSame, { from: user.id, into: into.id })
  const [rvs = 0, checklists = 0, maintenance_items = 0] = plans.map(({ writes }) => writes.length)
  const counts = {
    rvs: rvs + handed.count,
    same_rvs: same.size,
    checklists,
    maintenance_items,
    ...(await countToFollow(db, user.id, into.id)),
  }
  const expect = sha256(JSON.stringify([user.id, user.version, into.id, into.version, counts]))
  return { user, into, plans: [...ofSame, ...handed.plans, ...plans], toMove: { expect, ...counts } satisfies ToMove }
}

/** What belongs to owners, and the column that names the owner. */
const OWNED = [
  ['rvs', 'user_id'],
  ['checklists', 'added_by_id'],
  ['maintenance_items', 'added_by_id'],
] as const

type Owned = { table: (typeof OWNED)[number][0]; column: string }

async function planToMove(db: Db, { table, column }: Owned, from: string, into: string) {
  const rows = await db
    .selectFrom(table as 'rvs')
    .selectAll()
    .where(column as 'user_id', '=', from)
    // Who had an RV before its present owner does not matter.
    .$if(column === 'sold_by', (rows) => rows.where('user_id' as never, 'is', null))
    .orderBy('id')
    .execute()
  return planOf(
    db,
    table,
    rows.map((row) => ({ row: row as StoredRow, values: { [column]: into } })),
  )
}

/** Refuses a merge that would lose something, naming everything in its way, except RVs that become one. */
function refuseWhatStays(plans: Plan[], same: Set<string>) {
  const errors: Record<string, string[]> = {}
  for (const { write, error } of plans.flatMap(({ refused }) => refused)) {
    if (same.has(write.row?.id ?? '')) continue
    const called = typeof write.row?.['vin'] === 'string' ? `VIN ${write.row['vin']}: ` : ''
    for (const [field, said] of Object.entries(error.errors ?? { rvs: [error.message] }))
      errors[field] = [
        ...(errors[field] ?? []),
        ...said.map((one) => `${called}${called && field === 'vin' ? OF_OTHER_MODEL : one}`),
      ]
  }
  const [first] = Object.values(errors).flat()
  if (first) throw new AppError(422, first, { code: 'invalid', errors })
}

const PROOF = ['preferences_at', 'text_version', 'preferences_app'] as const
const NOBODY_SAID = { preferences_at: null, text_version: '', preferences_app: '' }

/** The stricter consent of both, with the proof of whoever said exactly that; without proof if neither did. */
function stricterOf(user: StoredRow, into: StoredRow) {
  const no = (column: 'news' | 'reminders') => Math.min(Number(user[column]), Number(into[column]))
  const wanted = { news: no('news'), reminders: no('reminders') }
  const said = [into, user].find((one) => one['news'] === wanted.news && one['reminders'] === wanted.reminders)
  const proof = said ? Object.fromEntries(PROOF.map((column) => [column, said[column]])) : NOBODY_SAID
  return { ...wanted, ...(proof as typeof NOBODY_SAID) }
}

/** Where they live, if only the account that ends says so. */
const placeOf = ({ state, zip }: StoredRow, into: StoredRow) =>
  into['state'] || into['zip'] ? {} : { state: String(state), zip: String(zip) }
