import { INVALID_REQUEST, NO_RECIPIENTS, type Purpose } from '#contract/message-fields.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Condition } from '../../db/lists/condition.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { refused } from '../../errors.ts'
import { HAS_BEEN_ERASED } from '../../records/erased.ts'
import { unexpectedNumber } from '../../records/record-tables.ts'
import { AGREED } from './consent.ts'
import { markCounted, type Rows } from './counted-users.ts'
import type { Matching, Meant } from './recipients.service.ts'

/** A message's recipients: user ids, or all that match if they are too many for one transaction. */
export type Recipients = (
  | { user_ids: string[]; allKnown: boolean }
  | { matching: Matching | Meant; recipients: number; no_consent: number; marked: string }
) & {
  expect?: number | undefined
}

/**
 * How many of the chosen users are told as of now, and a text that marks them. Throws 409 if the number differs from
 * the expected one, and 422 if it is zero.
 */
export async function countChosen(db: Db, chosen: Recipients, purpose: Purpose) {
  if ('matching' in chosen) {
    refuseUnexpected(chosen.recipients, chosen.expect)
    if (!chosen.recipients) throw nobodyAgreed()
    const { recipients: total, no_consent, marked } = chosen
    return { total, no_consent, where: NOWHERE, marked: () => Promise.resolve(marked) }
  }
  const { where, recipients: total, no_consent } = await selectRecipients(db, chosen, purpose)
  if (!total) throw no_consent ? nobodyAgreed() : refused('user_ids', NO_RECIPIENTS)
  refuseUnexpected(total, chosen.expect)
  const rows: Rows = (text, values) => readQuery(db, text, values)
  return { total, no_consent, where, marked: () => markCounted(rows, where) }
}
const NOWHERE: Condition = { sql: 'where 1 = 0', values: [] }

function refuseUnexpected(found: number, expected = found) {
  if (found !== expected) throw unexpectedNumber('users', { found, expected }, 'Nothing was sent.')
}

const nobodyAgreed = () => refused('user_ids', 'None of these users has agreed to news.', 'not_allowed')

/**
 * Those of the chosen users who are told as of now, as a WHERE clause, and how many. Throws 422 for an unknown user.
 */
export async function selectRecipients(
  db: Db,
  { user_ids, allKnown }: Extract<Recipients, { user_ids: string[] }>,
  purpose: Purpose,
) {
  const values = [JSON.stringify(user_ids)]
  const known = `where users.id in ${engineOf(db).textsFromJson} and users.is_deleted = 0`
  if (allKnown && (await count(db, known, values)) !== user_ids.length)
    throw refused('user_ids', INVALID_REQUEST, 'unknown')
  if (allKnown && (await count(db, `${known} and users.erased_at is not null`, values)))
    throw refused('user_ids', HAS_BEEN_ERASED, 'not_allowed')
  // Users deactivated since the list was read are left out; `recipients` in the answer says how many remain.
  const active = `${known} and users.status = 1`
  const where: Condition = { sql: purpose === 'news' ? `${active} and ${AGREED}` : active, values }
  const recipients = await count(db, where.sql, values)
  const no_consent = purpose === 'news' ? (await count(db, active, values)) - recipients : 0
  return { where, recipients, no_consent }
}

/** How many users a WHERE clause finds. */
export async function count(db: Db, where: string, values: string[]) {
  const [found] = await readQuery<{ total: number }>(db, `select count(*) as total from users ${where}`, values)
  return Number(found?.total ?? 0)
}
