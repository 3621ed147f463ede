import type { z } from 'zod'
import type { Audience } from '#contract/audience.ts'
import { todayIn } from '#contract/maintenance-items.ts'
import { AUDIENCE_TOLERANCE, INVALID_REQUEST, type Purpose, type sendFields } from '#contract/message-fields.ts'
import { type Notification } from '#contract/notifications.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { AppError, refused } from '../../errors.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { type OpenChange, setDetails } from '../../records/open-change.ts'
import { recordNew } from '../../records/plan/sources/facts.ts'
import { type Own, unexpectedNumber } from '../../records/record-tables.ts'
import type { Settings } from '../../settings/settings.ts'
import { audienceInWords, refuseUnknownRecords } from '../audiences/audience-words.ts'
import { type MeantOn, meantSql, toldWhere } from '../audiences/audiences.service.ts'
import { FOR_LATER } from '../changes/history/sentence-calls.ts'
import { userRecords } from '../users/users.service.ts'
import { addTold } from './add-told.ts'
import { AGREED, imprintOf } from './consent.ts'
import { count, countChosen, type Recipients } from './count-chosen.ts'
import { markCounted, type Rows } from './counted-users.ts'
import { moveCounts, STEP_SIZE } from './counts.service.ts'
import { DELIVER_NOTIFICATION } from './delivery.service.ts'
import { linkColumns } from './message-link.ts'
import { AT_ONCE, findNotification, type KeptAudience } from './notifications.repository.ts'
import { limitFor } from './owners-sql.ts'
import { ADD_RECIPIENTS, type Matching, matchingUsers } from './recipients.service.ts'
import { columnsOf, keepMeant, meantLater, refuseOver, scheduleMessage } from './schedule-message.ts'

type Sent = z.output<typeof sendFields>

/**
 * Finds a message's recipients. Runs before the transaction and on another thread, because among a million users it
 * takes a while. Throws 422 for a filter that the users list does not offer, and for an unknown user to leave out.
 */
export async function findRecipients(
  deps: MeantOn & Pick<Deps, 'settings'>,
  { user_ids, all_matching, audience, expect, purpose }: RecipientsInput,
): Promise<Recipients> {
  const { db } = deps
  if (audience) return findMeant(deps, { audience, expect, purpose })
  if (!all_matching) return { user_ids, allKnown: true, expect }
  const all = await countMatching(db, all_matching)
  const isNews = purpose === 'news'
  const recipients = isNews ? await countAgreed(db, all_matching) : all
  const counted = { recipients, no_consent: all - recipients }
  if (all > STEP_SIZE) {
    const marked = await markCounted(offThread(db), matchingUsers(db, { ...all_matching, isNews }, 'collect'))
    return { matching: { ...all_matching, isNews }, ...counted, marked, expect }
  }
  const { sql, values } = matchingUsers(db, all_matching, 'collect')
  const found = await engineOf(db).rowsOffThread<{ id: string }>(db, `select users.id from users ${sql}`, values)
  return { user_ids: found.map(({ id }) => id), allKnown: false, expect }
}

type RecipientsInput = Pick<Sent, 'user_ids' | 'all_matching' | 'audience' | 'expect' | 'purpose'>

/**
 * Those who meet conditions. Throws 409 if their number is more than 5 % off the caller's count, and 422 if it is zero.
 */
async function findMeant(
  { db, places, settings }: MeantOn & Pick<Deps, 'settings'>,
  { audience, expect = 0, purpose }: Pick<RecipientsInput, 'expect' | 'purpose'> & { audience: Audience },
): Promise<Recipients> {
  await refuseUnknownRecords(db, audience)
  const isNews = purpose === 'news'
  const today = todayIn(settings.officeTimeZone)
  const condition = await meantSql({ db, places }, audience, { today, purpose })
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
  if (meant > STEP_SIZE) {
    const marked = await markCounted(offThread(db), toldWhere(condition, isNews))
    return { matching: { audience, today, isNews, purpose }, recipients, no_consent: meant - recipients, marked }
  }
  const found = await engineOf(db).rowsOffThread<{ id: string }>(db, `select users.id from users ${sql}`, values)
  return { user_ids: found.map(({ id }) => id), allKnown: false }
}

const NOBODY_MEANT = 'Nobody meets these conditions now.'

const offThread =
  (db: Db): Rows =>
  (text, values) =>
    engineOf(db).rowsOffThread(db, text, values)

async function countMatching(db: Db, matching: Matching) {
  const { filters, except = [] } = matching
  const known = `where users.id in ${engineOf(db).textsFromJson} and users.is_deleted = 0`
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

/** Those of these users whom a message to everyone who matches would reach. Throws 422 as `findRecipients` does. */
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
 * transaction; for very many recipients, a job that adds them; for a scheduled one, its audience. Throws 409 if the
 * number of recipients differs from the expected one, and 422 for an unknown user, if nobody is left, for a past time,
 * or a link to what owners do not see.
 */
export function sendNotification(
  db: Db,
  fields: Message & Partial<Whom>,
  recipients: Recipients,
  rules: Pick<Settings, 'newsSender' | 'weeklyMessageLimit'>,
  change: OpenChange,
): Promise<Notification> {
  const imprint = imprintFor(fields.purpose, rules)
  const { title, description, purpose } = fields
  return inTransaction(db, async (db) => {
    const audience = await keptAudience(db, fields.audience)
    const french = { title_fr: fields.title_fr ?? '', description_fr: fields.description_fr ?? '' }
    const text = { title, description, ...french, purpose, imprint, audience }
    const link = await linkColumns(db, fields.link)
    const counted = await countChosen(db, recipients, purpose)
    const { total, no_consent } = counted
    const add = (more: Partial<Own<'notifications'>>) => {
      const message = {
        ...text,
        ...AT_ONCE,
        ...link,
        sent_by: change.actor._id,
        recipients: total,
        counts: '{}',
        no_consent,
        counted: total,
        ...more,
      }
      return recordNew(db, 'notifications', message, change)
    }
    if (fields.send_at) {
      const when = { send_at: fields.send_at, local_time: fields.local_time === true }
      refuseOver(when)
      setDetails(change, { detail: FOR_LATER })
      const id = await add(columnsOf(when))
      await scheduleMessage(db, id, { when, meant: { ...meantLater(fields), counted: await counted.marked() } })
      return findNotification(db, id)
    }
    const id = await add({})
    if ('matching' in recipients) {
      await keepMeant(db, id, { user_ids: [], counted: recipients.marked })
      const [last] = await readQuery<{ seq: number }>(db, 'select max(seq) as seq from users', [])
      const users = { ...recipients.matching, after: 0, through: last?.seq ?? 0 }
      await enqueue(db, ADD_RECIPIENTS, { notification_id: id, ...users })
      return findNotification(db, id)
    }
    const limit = await limitFor(db, purpose, rules.weeklyMessageLimit, id)
    await moveCounts(db, id, await addTold(db, id, counted.where, limit))
    await enqueue(db, DELIVER_NOTIFICATION, { notification_id: id })
    return findNotification(db, id)
  })
}

type Message = Pick<
  Sent,
  'title' | 'description' | 'title_fr' | 'description_fr' | 'purpose' | 'link' | 'send_at' | 'local_time'
>
type Whom = Pick<Sent, 'user_ids' | 'all_matching' | 'audience'>

/** The imprint below a text. Throws 422 if no sender of news is configured. */
export function imprintFor(purpose: Purpose, { newsSender }: Pick<Settings, 'newsSender'>) {
  if (purpose !== 'news') return ''
  if (!newsSender) throw new AppError(422, SENDER_MISSING, { code: 'sender_missing' })
  return imprintOf(newsSender)
}

const SENDER_MISSING = 'News needs a sender. Please set SENDER_NAME, SENDER_ADDRESS and SENDER_CONTACT.'

/** An audience's conditions and their sentence, as stored. */
export const keptAudience = async (db: Db, audience: Audience | undefined) =>
  audience === undefined
    ? null
    : JSON.stringify({ audience, meant_for: await audienceInWords(db, audience) } satisfies KeptAudience)
