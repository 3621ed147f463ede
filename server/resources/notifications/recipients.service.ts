import type { Audience } from '#contract/audience.ts'
import type { Purpose } from '#contract/message-fields.ts'
import type { Notification } from '#contract/notifications.ts'
import type { ListInput } from '#contract/records.ts'
import { engineOf } from '../../db/engines/engine.ts'
import type { Db } from '../../db/schema.ts'
import { inTransaction } from '../../db/transaction.ts'
import type { Deps } from '../../deps.ts'
import { enqueue, type JobContext } from '../../jobs/jobs.ts'
import { type Changes, writeActivities } from '../../records/activity.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { type MeantOn, meantSql, toldWhere } from '../audiences/audiences.service.ts'
import { usersWhereClause } from '../users/users.repository.ts'
import { addTold } from './add-told.ts'
import { AGREED } from './consent.ts'
import { moveCounts, moveRecipients, STEP_SIZE, toldOf } from './counts.service.ts'
import { DELIVER_NOTIFICATION } from './delivery.service.ts'
import { noteLeftOut } from './left-out.ts'
import { findNotification, findSent } from './notifications.repository.ts'
import { limitFor } from './owners-sql.ts'

export const ADD_RECIPIENTS = 'add-recipients'
export const RETRY_FAILED = 'retry-failed'

/** All active users that match the filters, but not those in `except`. */
export type Matching = {
  filters?: ListInput['filters']
  except?: string[] | undefined
  /** Only those who have agreed to news. */
  isNews?: boolean
}

/** Those who meet conditions as of a day at the office, instead of filters. */
export type Meant = { audience: Audience; today: string; isNews?: boolean; purpose?: Purpose }

/** The users of a message to everyone who matches with a `seq` up to `through`; those up to `after` have been added. */
type Adding = (Matching | Meant) & { notification_id: string; after: number; through: number }

/**
 * The WHERE clause for them, to collect or to walk them. Throws 422 for a filter that the users list does not offer.
 */
export function matchingUsers(db: Db, { filters, except = [], isNews = false }: Matching, plan: 'collect' | 'walk') {
  const { sql: matching, values } = usersWhereClause(db, { filters, status: true, is_deleted: false }, plan)
  const sql = isNews ? `${matching} and ${AGREED}` : matching
  if (!except.length) return { sql, values }
  return {
    sql: `${sql} and users.id not in ${engineOf(db).textsFromJson}`,
    values: [...values, JSON.stringify(except)],
  }
}

/**
 * The job that adds a large message's recipients. Each run adds some and moves `after` on in the same transaction, so a
 * crash neither skips nor repeats anyone. The last run starts the delivery and sets `recipients` to the number added,
 * as users may have been deactivated meanwhile.
 */
export function addRecipients(
  { db, places, settings }: MeantOn & Pick<Deps, 'settings'>,
  job: Adding,
  { continueWith, write }: Pick<JobContext, 'continueWith' | 'write'>,
) {
  const { notification_id: id, after, through } = job
  const upTo = Math.min(after + STEP_SIZE, through)
  return write(db, async (db) => {
    const counts = await moveCounts(db, id, await addBetween({ db, places, settings }, job, upTo))
    if (upTo < through) return continueWith(db, { ...job, after: upTo })
    await db
      .updateTable('notifications')
      .set({ recipients: toldOf(counts) })
      .where('id', '=', id)
      .execute()
    await noteLeftOut(db, id, 'not_meant')
    await enqueue(db, DELIVER_NOTIFICATION, { notification_id: id })
  })
}

// A step covers a fixed range of users, so it takes the same time whatever the filter.
async function addBetween(
  { db, places, settings }: MeantOn & Pick<Deps, 'settings'>,
  { notification_id: id, after, ...job }: Adding,
  upTo: number,
) {
  const { sql, values } =
    'audience' in job
      ? toldWhere(
          await meantSql({ db, places }, job.audience, {
            today: job.today,
            purpose: job.purpose ?? 'service',
            plan: 'walk',
          }),
          job.isNews === true,
        )
      : matchingUsers(db, job, 'walk')
  const { purpose } = await findSent(db, id)
  const limit = await limitFor(db, purpose, settings.weeklyMessageLimit, id)
  const between = { sql: `${sql} and users.seq > ? and users.seq <= ?`, values: [...values, after, upTo] }
  return addTold(db, id, between, limit)
}

type Retrying = { notification_id: string; left: number }

/** The job that resends a large message: moves failed recipients back to waiting in steps, then delivers. */
export function retryFailed(
  db: Db,
  { notification_id: id, left }: Retrying,
  { continueWith, write }: Pick<JobContext, 'continueWith' | 'write'>,
) {
  return write(db, async (db) => {
    const moved = await retrySome(db, id, Math.min(left, STEP_SIZE))
    if (moved && moved < left) return continueWith(db, { notification_id: id, left: left - moved })
    await enqueue(db, DELIVER_NOTIFICATION, { notification_id: id })
  })
}

/** Moves up to `most` failed recipients back to waiting. Returns how many. */
export const retrySome = (db: Db, id: string, most: number) =>
  moveRecipients(db, id, { from: 'failed', to: 'waiting', reason: null, most })

/** Resends a message to those for whom it failed. Returns the message, and how many they were. Throws 404. */
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
      await writeActivities(db, { action: 'edit', table: 'notifications', records: [{ id, version }], changes }, change)
      if (left) await enqueue(db, RETRY_FAILED, { notification_id: id, left })
      else await enqueue(db, DELIVER_NOTIFICATION, { notification_id: id })
    }
    return { data: await findNotification(db, id), retried: failed }
  })
}
