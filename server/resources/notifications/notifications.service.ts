import type { z } from 'zod'
import type { Audience } from '#contract/audience.ts'
import { todayIn } from '#contract/maintenance-items.ts'
import {
  AUDIENCE_TOLERANCE,
  INVALID_REQUEST,
  NO_RECIPIENTS,
  type Notification,
  type notifications,
  type Purpose,
  type sendFields,
} from '#contract/notifications.ts'
import { isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery, writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, refused } from '../../errors.ts'
import type { Push } from '../../integrations/push/push.ts'
import { asking, enqueue, type JobHandlers } from '../../jobs/jobs.ts'
import { type Changes, writeActivity } from '../../records/activity.ts'
import { addRecord } from '../../records/change.ts'
import { HAS_BEEN_ERASED } from '../../records/erased.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { unexpectedNumber } from '../../records/record-tables.ts'
import type { Settings } from '../../settings/settings.ts'
import { audienceInWords } from '../audiences/audience-words.ts'
import { type MeantOn, meantSql, toldWhere } from '../audiences/audiences.service.ts'
import { userRecords } from '../users/users.service.ts'
import { AGREED, imprintOf } from './consent.ts'
import { STEP_SIZE } from './counts.service.ts'
import { DELIVER_NOTIFICATION, deliverNotification } from './delivery.service.ts'
import { findNotification, type KeptAudience } from './notifications.repository.ts'
import {
  ADD_RECIPIENTS,
  addRecipients,
  type Matching,
  type Meant,
  matchingUsers,
  RETRY_FAILED,
  retryFailed,
  retrySome,
} from './recipients.service.ts'

type Sent = z.output<typeof sendFields>

/** The recipients of a message: user ids, or all that match if they are too many for one transaction. */
export type Recipients = (
  | { user_ids: string[]; allKnown: boolean }
  | { matching: Matching | Meant; recipients: number; no_consent: number }
) & {
  expect?: number | undefined
}

/**
 * Finds the recipients of a message. Runs before the transaction and on another thread, because among a million users
 * it takes a while. Throws 422 for a filter that the users list does not offer, and for an unknown user to leave out.
 */
export async function findRecipients(
  deps: MeantOn & Pick<Deps, 'settings'>,
  { user_ids, all_matching, audience, expect, purpose }: Asked,
): Promise<Recipients> {
  const { db } = deps
  if (audience) return findMeant(deps, { audience, expect, purpose })
  if (!all_matching) return { user_ids, allKnown: true, expect }
  const all = await countMatching(db, all_matching)
  const isNews = purpose === 'news'
  const recipients = isNews ? await countAgreed(db, all_matching) : all
  const counted = { recipients, no_consent: all - recipients }
  if (all > STEP_SIZE) return { matching: { ...all_matching, isNews }, ...counted, expect }
  const { sql, values } = matchingUsers(db, all_matching, 'collect')
  const found = await engineOf(db).rowsOffThread<{ id: string }>(db, `select users.id from users ${sql}`, values)
  return { user_ids: found.map(({ id }) => id), allKnown: false, expect }
}

type Asked = Pick<Sent, 'user_ids' | 'all_matching' | 'audience' | 'expect' | 'purpose'>

/** Those who meet conditions. Throws 409 where they are more than 5 % off what the caller has counted, and 422 for nobody. */
async function findMeant(
  { db, places, settings }: MeantOn & Pick<Deps, 'settings'>,
  { audience, expect = 0, purpose }: Pick<Asked, 'expect' | 'purpose'> & { audience: Audience },
): Promise<Recipients> {
  const isNews = purpose === 'news'
  const today = todayIn(settings.officeTimeZone)
  const condition = await meantSql({ db, places }, audience, { today })
  const { sql, values } = toldWhere(condition, false)
  const told = isNews ? `sum(case when ${AGREED} then 1 else 0 end)` : 'count(*)'
  const [row] = await engineOf(db).rowsOffThread<{ meant: number; told: number | null }>(
    db,
    `select count(*) as meant, ${told} as told from users ${sql}`,
    values,
  )
  const [meant, recipients] = [Number(row?.meant ?? 0), Number(row?.told ?? 0)]
  if (Math.abs(recipients - expect) > expect * AUDIENCE_TOLERANCE)
    throw unexpectedNumber('users', { found: recipients, expected: expect }, 'Nothing was sent.')
  if (!meant) throw refused('audience', NOBODY_MEANT)
  if (meant > STEP_SIZE) return { matching: { audience, today, isNews }, recipients, no_consent: meant - recipients }
  const found = await engineOf(db).rowsOffThread<{ id: string }>(db, `select users.id from users ${sql}`, values)
  return { user_ids: found.map(({ id }) => id), allKnown: false }
}

const NOBODY_MEANT = 'Nobody meets these conditions now.'

async function countMatching(db: Db, matching: Matching) {
  const { filters, except = [] } = matching
  const known = `from users where users.id in ${engineOf(db).textsFromJson} and users.is_deleted = 0`
  if ((await count(db, known, [JSON.stringify(except)])) !== except.length) {
    throw refused('all_matching', INVALID_REQUEST)
  }
  const { total } = await userRecords.page(db, { filters, status: true, is_deleted: false, page: 1, per_page: 1 })
  return total - (except.length ? (await whoIsReached(db, except, { filters })).length : 0)
}

async function countAgreed(db: Db, matching: Matching) {
  const { sql, values } = matchingUsers(db, { ...matching, isNews: true }, 'collect')
  const found = `select count(*) as total from users ${sql}`
  const [row] = await engineOf(db).rowsOffThread<{ total: number }>(db, found, values)
  return Number(row?.total ?? 0)
}

/**
 * How many active users a message would reach, and how many of those who are chosen it leaves out. Throws 422 as
 * `sendNotification` does, except where nobody is left.
 */
export async function countReached(
  deps: MeantOn & Pick<Deps, 'settings'>,
  { user_ids = [], all_matching, purpose }: z.output<typeof notifications.count.input>,
) {
  const { db } = deps
  const audience = await findRecipients(deps, { user_ids, all_matching, purpose })
  if ('matching' in audience) {
    const { recipients: count, no_consent } = audience
    return { count, held_back: { no_consent } }
  }
  const { recipients: count, no_consent } = await selectRecipients(db, audience, purpose)
  return { count, held_back: { no_consent } }
}

/** Those of these users whom a message to all that match would reach. Throws 422 as `findRecipients` does. */
export async function whoIsReached(db: Db, user_ids: string[], matching: Matching) {
  const { sql, values } = matchingUsers(db, matching, 'collect')
  const these = `users.id in ${engineOf(db).textsFromJson}`
  const found = await engineOf(db).rowsOffThread<{ id: string }>(db, `select users.id from users ${sql} and ${these}`, [
    ...values,
    JSON.stringify(user_ids),
  ])
  return found.map(({ id }) => id)
}

/**
 * Sends a message to the recipients who are active now. Writes the message, its recipients and the delivery job in one
 * transaction; for very many recipients, a job that adds them. Throws 409 for another number of recipients than was
 * expected, and 422 for an unknown user, or if nobody is left.
 */
export function sendNotification(
  db: Db,
  { title, description, purpose, audience: meant }: Pick<Sent, 'title' | 'description' | 'purpose' | 'audience'>,
  audience: Recipients,
  sender: Settings['newsSender'],
  change: OpenChange,
): Promise<Notification> {
  if (purpose === 'news' && !sender) throw new AppError(422, SENDER_MISSING, { code: 'sender_missing' })
  const imprint = purpose === 'news' && sender ? imprintOf(sender) : ''
  return inTransaction(db, async (db) => {
    const add = async (recipients: number, waiting: number, no_consent: number) => {
      const counts = JSON.stringify({ waiting })
      const sent_by = change.actor._id
      const kept = meant && { audience: meant, meant_for: await audienceInWords(db, meant) }
      const said = kept ? JSON.stringify(kept satisfies KeptAudience) : null
      const message = { title, description, sent_by, recipients, counts, purpose, imprint, no_consent, audience: said }
      return addRecord(db, 'notifications', message, change)
    }
    if ('matching' in audience) {
      refuseUnexpected(audience.recipients, audience.expect)
      if (!audience.recipients) throw nobodyAgreed()
      const id = await add(audience.recipients, 0, audience.no_consent)
      const [last] = await readQuery<{ seq: number }>(db, 'select max(seq) as seq from users', [])
      const users = { ...audience.matching, after: 0, through: last?.seq ?? 0 }
      await enqueue(db, ADD_RECIPIENTS, { notification_id: id, ...users })
      return findNotification(db, id)
    }
    const { from, values, recipients, no_consent } = await selectRecipients(db, audience, purpose)
    if (!recipients) throw no_consent ? nobodyAgreed() : refused('user_ids', NO_RECIPIENTS)
    refuseUnexpected(recipients, audience.expect)
    const id = await add(recipients, recipients, no_consent)
    await writeQuery(
      db,
      `insert into notification_recipients (notification_id, user_id, state, attempts, updated_at)
       select ?, users.id, 'waiting', 0, ? ${from} order by users.seq`,
      [id, isoNow(), ...values],
    )
    await enqueue(db, DELIVER_NOTIFICATION, { notification_id: id })
    return findNotification(db, id)
  })
}

function refuseUnexpected(found: number, expected = found) {
  if (found !== expected) throw unexpectedNumber('users', { found, expected }, 'Nothing was sent.')
}

const SENDER_MISSING = 'News needs a sender. Please set SENDER_NAME, SENDER_ADDRESS and SENDER_CONTACT.'
const nobodyAgreed = () => refused('user_ids', 'None of these users has agreed to news.', 'not_allowed')

async function selectRecipients(
  db: Db,
  { user_ids, allKnown }: Extract<Recipients, { user_ids: string[] }>,
  purpose: Purpose,
) {
  const values = [JSON.stringify(user_ids)]
  const known = `from users where users.id in ${engineOf(db).textsFromJson} and users.is_deleted = 0`
  if (allKnown && (await count(db, known, values)) !== user_ids.length)
    throw refused('user_ids', INVALID_REQUEST, 'unknown')
  if (allKnown && (await count(db, `${known} and users.erased_at is not null`, values)))
    throw refused('user_ids', HAS_BEEN_ERASED, 'not_allowed')
  // Users deactivated since the list was read are left out; `recipients` in the answer says how many remain.
  const active = `${known} and users.status = 1`
  const from = purpose === 'news' ? `${active} and ${AGREED}` : active
  const recipients = await count(db, from, values)
  const no_consent = purpose === 'news' ? (await count(db, active, values)) - recipients : 0
  return { from, values, recipients, no_consent }
}

async function count(db: Db, from: string, values: string[]) {
  const [found] = await readQuery<{ total: number }>(db, `select count(*) as total ${from}`, values)
  return Number(found?.total ?? 0)
}

/** Sends a message again to those for whom it failed. Returns the message, and for how many that was. Throws 404. */
export function retryNotification(
  db: Db,
  id: string,
  change: OpenChange,
): Promise<{ data: Notification; retried: number }> {
  return inTransaction(db, async (db) => {
    const { counts, version } = await findNotification(db, id)
    const { failed } = counts
    if (failed) {
      const left = failed - (await retrySome(db, id, STEP_SIZE))
      const changes: Changes = { failed: [failed, 0] }
      await writeActivity(db, { action: 'edit', table: 'notifications', id, version, changes }, change)
      if (left) await enqueue(db, RETRY_FAILED, { notification_id: id, left })
      else await enqueue(db, DELIVER_NOTIFICATION, { notification_id: id })
    }
    return { data: await findNotification(db, id), retried: failed }
  })
}

/** The jobs that continue the work after the call was answered. */
export const notificationJobs = ({ db, places }: MeantOn, push: Push): JobHandlers => ({
  [ADD_RECIPIENTS]: (payload, context) => addRecipients({ db, places }, payload, context),
  [RETRY_FAILED]: (payload, context) => retryFailed(db, payload, context),
  ...asking('push', {
    [DELIVER_NOTIFICATION]: (payload, context) => deliverNotification(db, push, payload, context),
  }),
})
