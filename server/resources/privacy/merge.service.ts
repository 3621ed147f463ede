import type { z } from 'zod'
import type { mergeFields, ToMove, VerifiedBy } from '#contract/privacy.ts'
import { sha256 } from '../../auth/tokens.ts'
import type { Db } from '../../db/schema.ts'
import { AppError, refused } from '../../errors.ts'
import { changeRecord, readRow, type StoredRow } from '../../records/change.ts'
import { hasBeenErased, isErased } from '../../records/erased.ts'
import { countToFollow, wasMerged } from '../../records/merged.ts'
import { type OpenChange, setDetails } from '../../records/open-change.ts'
import { carryOut } from '../../records/plan/carry-out.ts'
import { type Plan, planOf } from '../../records/plan/plan.ts'
import { eraseDueAt } from './schedule-erase.ts'

type Fields = z.output<typeof mergeFields>
type Which = Pick<Fields, 'user_id' | 'into_id'>

const SAME = 'Please choose another account than this one.'
const INACTIVE = 'This account is not active. Please activate it first.'
const CHAIN = 'Another account was merged into this one. Please choose this one as the account that stays.'
const TO_BE_ERASED = 'This account is to be erased. Please keep it first.'
const NOT_CONFIRMED = 'The email addresses of both accounts have not been confirmed by a code.'
const CHANGED = 'Something has changed. Please look again.'

const inWords: Record<Exclude<VerifiedBy, 'other'>, string> = {
  mailed_code: 'a mailed code has confirmed both addresses',
  password: 'the owner has the passwords of both',
}

/** What a merge of two accounts would move. Throws as mergeUsers does. */
export async function previewMerge(db: Db, which: Which) {
  return (await planMerge(db, which)).toMove
}

/**
 * Merges an account into another one of the same person, as one change that can be undone. Throws 404, 422 where one of them
 * cannot be merged or both have an RV of the same VIN, and 409 where something has changed since the preview.
 */
export async function mergeUsers(db: Db, fields: Fields, change: OpenChange) {
  const { user, into, plans, toMove } = await planMerge(db, fields)
  const { verified_by = 'other', note, expect } = fields
  if (verified_by === 'mailed_code' && !(user['email_confirmed'] === 1 && into['email_confirmed'] === 1))
    throw refused('verified_by', NOT_CONFIRMED, 'not_allowed')
  if (expect !== toMove.expect) throw new AppError(409, CHANGED, { code: 'conflict' })
  setDetails(change, { detail: verified_by === 'other' ? note : inWords[verified_by] })
  await changeRecord(db, 'users', user.id, { status: 0, merged_into: into.id }, change)
  await changeRecord(db, 'users', into.id, stricterOf(user, into), change, { touched: true })
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
  refuseWhatStays(plans)
  const [rvs = 0, checklists = 0, maintenance_items = 0] = plans.map(({ writes }) => writes.length)
  const counts = { rvs, checklists, maintenance_items, ...(await countToFollow(db, user.id, into.id)) }
  const expect = sha256(JSON.stringify([user.id, user.version, into.id, into.version, counts]))
  return { user, into, plans, toMove: { expect, ...counts } satisfies ToMove }
}

/** What is an owner's, and the column that says whose it is. */
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
    .orderBy('id')
    .execute()
  return planOf(
    db,
    table,
    rows.map((row) => ({ row: row as StoredRow, values: { [column]: into } })),
  )
}

/** Refuses a merge that would lose something, with all that is in its way: mostly RVs that both have. */
function refuseWhatStays(plans: Plan[]) {
  const errors: Record<string, string[]> = {}
  for (const { write, error } of plans.flatMap(({ refused }) => refused)) {
    const called = typeof write.row?.['vin'] === 'string' ? `VIN ${write.row['vin']}: ` : ''
    for (const [field, said] of Object.entries(error.errors ?? { rvs: [error.message] }))
      errors[field] = [...(errors[field] ?? []), ...said.map((one) => `${called}${one}`)]
  }
  const [first] = Object.values(errors).flat()
  if (first) throw new AppError(422, first, { code: 'invalid', errors })
}

const PROOF = ['preferences_at', 'text_version', 'preferences_app'] as const
const NOBODY_SAID = { preferences_at: null, text_version: '', preferences_app: '' }

/** The stricter consent of both, with the proof of who has said exactly that; with none where neither has. */
function stricterOf(user: StoredRow, into: StoredRow) {
  const no = (column: 'news' | 'reminders') => Math.min(Number(user[column]), Number(into[column]))
  const wanted = { news: no('news'), reminders: no('reminders') }
  const said = [into, user].find((one) => one['news'] === wanted.news && one['reminders'] === wanted.reminders)
  const proof = said ? Object.fromEntries(PROOF.map((column) => [column, said[column]])) : NOBODY_SAID
  return { ...wanted, ...(proof as typeof NOBODY_SAID) }
}
