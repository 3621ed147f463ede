import type { Audience } from '#contract/audience.ts'
import { todayIn } from '#contract/maintenance-items.ts'
import type { Purpose } from '#contract/message-fields.ts'
import { goesAt, type SendAt } from '#contract/send-at.ts'
import { isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Condition } from '../../db/lists/condition.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { enqueue, type JobContext } from '../../jobs/jobs.ts'
import { schedule } from '../../jobs/schedule.ts'
import { type MeantOn, meantSql, toldWhere } from '../audiences/audiences.service.ts'
import { addTold } from './add-told.ts'
import { AGREED } from './consent.ts'
import { isOpen, type Moves, moveCounts, noteAllTold, STEP_SIZE, toldOf } from './counts.service.ts'
import { DELIVER_NOTIFICATION } from './delivery.service.ts'
import { knownZone } from './known-zone.ts'
import { noteLeftOut } from './left-out.ts'
import { limitFor, zoneOf } from './owners-sql.ts'
import { type Matching, matchingUsers } from './recipients.service.ts'

/** The act due when a message goes to part of its audience. */
export const MESSAGE_GOES = 'message-goes'
export const SEND_WAVE = 'send-wave'

/** A scheduled message's audience, and its counted users, as in counted-users.ts. */
export type MeantLater = Whom & { counted?: string }
type Whom = { user_ids: string[] } | { all_matching: Omit<Matching, 'isNews'> } | { audience: Audience }

/** One walk through a message's users, up to `through`; `next` is when it goes to the first of the others. */
type Wave = {
  notification_id: string
  stamp: string
  after: number
  through: number
  next: string | null
  no_consent: number
  told: number
}
type On = MeantOn & Pick<Deps, 'settings'>

/** Starts a walk through a message's audience: some are told now. Recalled messages have been removed. */
export async function beginWave(db: Db, id: string) {
  const plan = await scheduleOf(db, id)
  if (!plan) return
  const [last] = await readQuery<{ seq: number | null }>(db, 'select max(seq) as seq from users', [])
  const wave: Wave = {
    notification_id: id,
    stamp: plan.stamp,
    after: 0,
    through: Number(last?.seq ?? 0),
    next: null,
    no_consent: 0,
    told: 0,
  }
  await enqueue(db, SEND_WAVE, wave)
}

const scheduleOf = (db: Db, id: string) =>
  db.selectFrom('scheduled_messages').selectAll().where('notification_id', '=', id).executeTakeFirst()

/**
 * The job that tells everyone in a message's audience whose time has come: by the clocks of their zones, and not at
 * night. The others are walked through again when it goes to the first of them, so that nobody is missed whose zone
 * changes. A message that was changed or recalled meanwhile goes no further.
 */
export function runWave(
  { db, places, settings }: On,
  wave: Wave,
  { continueWith, write }: Pick<JobContext, 'continueWith' | 'write'>,
) {
  const { notification_id: id, through } = wave
  return write(db, async (db) => {
    const plan = await scheduleOf(db, id)
    if (!plan || plan.stamp !== wave.stamp) return
    const meant = JSON.parse(plan.meant) as MeantLater
    // So few are found quickly wherever they are.
    const upTo = 'user_ids' in meant ? through : Math.min(wave.after + STEP_SIZE, through)
    const where = await whereMeant({ db, places, settings }, meant, (await readWhen(db, id)).purpose)
    const between: Condition = {
      sql: `${where.sql} and users.seq > ? and users.seq <= ?`,
      values: [...where.values, wave.after, upTo],
    }
    const step = await tellDueOwners({ db, settings }, id, between)
    const told = Object.values(step.moves).reduce((sum, count) => sum + count, 0)
    if (told) await noteTold(db, id, step.moves)
    const so: Wave = {
      ...wave,
      after: upTo,
      next: earlier(wave.next, step.next),
      no_consent: wave.no_consent + step.no_consent,
      told: wave.told + told,
    }
    if (upTo < through) return continueWith(db, so)
    await endWave(db, so)
  })
}

const earlier = (one: string | null, other: string | null) =>
  one === null || (other !== null && other < one) ? other : one

/** Everyone in the audience now who can be told anything, with or without consent to news. */
async function whereMeant({ db, places, settings }: On, meant: MeantLater, purpose: Purpose): Promise<Condition> {
  if ('all_matching' in meant) return matchingUsers(db, meant.all_matching, 'walk')
  if ('audience' in meant) {
    const today = todayIn(settings.officeTimeZone)
    return toldWhere(await meantSql({ db, places }, meant.audience, { today, purpose, plan: 'walk' }), false)
  }
  // Owners merged into another account meanwhile are told there.
  const { textsFromJson } = engineOf(db)
  const ids = JSON.stringify(meant.user_ids)
  const isOne = `users.id in ${textsFromJson} or users.id in (
    select merged.merged_into from users as merged where merged.id in ${textsFromJson} and merged.merged_into is not null)`
  return toldWhere({ sql: `(${isOne})`, values: [ids, ids] }, false)
}

type OfZone = { zone: string | null; news: number; total: number }

/** Tells those whose time has come; `next` is when the first of the others is due. */
async function tellDueOwners({ db, settings }: Pick<On, 'db' | 'settings'>, id: string, between: Condition) {
  const when = await readWhen(db, id)
  const isNews = when.purpose === 'news'
  const rows = await readQuery<OfZone>(
    db,
    `select zone, news, count(*) as total from (
       select ${zoneOf('users.id')} as zone, users.news from users ${between.sql}
         and not exists (select 1 from notification_recipients as already
           where already.notification_id = ? and already.user_id = users.id)) as found group by zone, news`,
    [...between.values, id],
  )
  const isAgreed = ({ news }: OfZone) => !isNews || Number(news) === 1
  const now = isoNow()
  const zones = [...new Set(rows.filter(isAgreed).map(({ zone }) => zone))].map((zone) => ({
    zone,
    at: goesAt(when, knownZone(zone), now),
  }))
  const due = zones.filter(({ at }) => at <= now).map(({ zone }) => zone)
  const later = zones.flatMap(({ at }) => (at > now ? at : [])).toSorted()
  const held = rows.filter((row) => !isAgreed(row)).reduce((sum, { total }) => sum + Number(total), 0)
  const found = { next: later[0] ?? null, no_consent: held }
  if (!due.length) return { ...found, moves: {} }
  const zone = zoneOf('users.id')
  const isDue = `(${zone} in ${engineOf(db).textsFromJson}${due.includes(null) ? ` or ${zone} is null` : ''})`
  const those: Condition = {
    sql: `${between.sql}${isNews ? ` and ${AGREED}` : ''} and ${isDue}`,
    values: [...between.values, JSON.stringify(due.filter((one) => one !== null))],
  }
  const limit = await limitFor(db, when.purpose, settings.weeklyMessageLimit, id)
  return { ...found, moves: await addTold(db, id, those, limit) }
}

async function readWhen(db: Db, id: string): Promise<SendAt & { purpose: Purpose }> {
  const { send_at, local_time, purpose } = await db
    .selectFrom('notifications')
    .select(['send_at', 'local_time', 'purpose'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { send_at: send_at ?? '', local_time: local_time === 1, purpose }
}

async function noteTold(db: Db, id: string, moves: Moves) {
  await db
    .updateTable('notifications')
    .set({ went_at: isoNow() })
    .where('id', '=', id)
    .where('went_at', 'is', null)
    .execute()
  await moveCounts(db, id, moves)
}

/** Puts off the others until the first of them is due; without any, the message has gone. */
async function endWave(db: Db, { notification_id: id, next, told, no_consent }: Wave) {
  if (told) await enqueue(db, DELIVER_NOTIFICATION, { notification_id: id })
  if (next) return schedule(db, MESSAGE_GOES, id, next)
  await endSending(db, id, { no_consent })
  await noteLeftOut(db, id, 'not_meant')
}

/** Records that a message goes to nobody else. Call it in a transaction. */
export async function endSending(db: Db, id: string, values: { no_consent?: number } = {}) {
  const message = await db.selectFrom('notifications').select('counts').where('id', '=', id).executeTakeFirstOrThrow()
  const counts = JSON.parse(message.counts) as Moves
  const now = isoNow()
  await db
    .updateTable('notifications')
    .set(({ eb }) => ({
      ...values,
      recipients: toldOf(counts),
      ended_at: now,
      updated_at: now,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  if (!isOpen(counts)) await noteAllTold(db, id, counts)
}
