import type { Audience } from '#contract/audience.ts'
import type { ListInput } from '#contract/records.ts'
import { isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { enqueue, type JobContext } from '../../jobs/jobs.ts'
import { type MeantOn, meantSql, toldWhere } from '../audiences/audiences.service.ts'
import { usersWhereClause } from '../users/users.repository.ts'
import { AGREED } from './consent.ts'
import { moveCounts, moveRecipients, STEP_SIZE } from './counts.service.ts'
import { DELIVER_NOTIFICATION } from './delivery.service.ts'

export const ADD_RECIPIENTS = 'add-recipients'
export const RETRY_FAILED = 'retry-failed'

/** All active users that match the filters, but not those in `except`. */
export type Matching = {
  filters?: ListInput['filters']
  except?: string[] | undefined
  /** Only those who have agreed to news. */
  isNews?: boolean
}

/** Those who meet conditions as of a day of the office, in place of filters. */
export type Meant = { audience: Audience; today: string; isNews?: boolean }

/** The users of a message to all that match with a `seq` up to `through`; those up to `after` have been added. */
type Adding = (Matching | Meant) & { notification_id: string; after: number; through: number }

/** The WHERE clause for them, to collect or to walk them. Throws 422 for a filter that the users list does not offer. */
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
 * The job that adds the recipients of a large message. Each run adds some and moves `after` on in the same
 * transaction, so a crash neither skips nor repeats anybody. The last run starts the delivery and sets `recipients` to
 * the number that were added, as users may have been deactivated meanwhile.
 */
export function addRecipients(
  { db, places }: MeantOn,
  job: Adding,
  { continueWith, write }: Pick<JobContext, 'continueWith' | 'write'>,
) {
  const { notification_id: id, after, through } = job
  const upTo = Math.min(after + STEP_SIZE, through)
  return write(db, async (db) => {
    const waiting = await addBetween({ db, places }, job, upTo)
    const counts = await moveCounts(db, id, { waiting })
    if (upTo < through) return continueWith(db, { ...job, after: upTo })
    const recipients = Object.values(counts).reduce((sum, count) => sum + count, 0)
    await db.updateTable('notifications').set({ recipients }).where('id', '=', id).execute()
    await enqueue(db, DELIVER_NOTIFICATION, { notification_id: id })
  })
}

// A step covers a fixed range of users, so it takes the same time whatever the filter.
async function addBetween({ db, places }: MeantOn, { notification_id, after, ...job }: Adding, upTo: number) {
  const { sql, values } =
    'audience' in job
      ? toldWhere(await meantSql({ db, places }, job.audience, { today: job.today, plan: 'walk' }), job.isNews === true)
      : matchingUsers(db, job, 'walk')
  const added = await writeQuery<object>(
    db,
    `insert into notification_recipients (notification_id, user_id, state, attempts, updated_at)
     select ?, users.id, 'waiting', 0, ? from users ${sql} and users.seq > ? and users.seq <= ? order by users.seq
     on conflict (notification_id, user_id) do nothing returning seq`,
    [notification_id, isoNow(), ...values, after, upTo],
  )
  return added.length
}

type Retrying = { notification_id: string; left: number }

/** The job that sends a large message again: moves failed recipients back to waiting in steps, then delivers. */
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
