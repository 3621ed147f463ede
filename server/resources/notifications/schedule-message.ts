import { OUTERMOST_ZONES } from '#contract/quiet-hours.ts'
import { earliestOf, momentIn, type SendAt } from '#contract/send-at.ts'
import { DAY, isoNow, MINUTE, newId } from '../../clock.ts'
import type { Db } from '../../db/schema.ts'
import { refused } from '../../errors.ts'
import { schedule } from '../../jobs/schedule.ts'
import { MESSAGE_GOES, type MeantLater } from './waves.ts'

const IS_OVER = 'Please choose a time that is still to come.'
export const OVER_IN_THE_EAST = 'In Newfoundland it is later already. Please choose a later time, or the next day.'
const TOO_FAR = 'Please choose a time within a year.'
/** As long as a form may take to arrive. */
const TOLERANCE = MINUTE

/**
 * Throws 422 for a past time, or one too far away to be meant. A time on owners' own clocks has passed if it has in the
 * east: it would go there at once, not at that time. If `isKept`, it may have passed there by now.
 */
export function refuseOver(when: SendAt, { isKept = false } = {}) {
  const isOver = (zone: string) => momentIn(when, zone) < isoNow(-TOLERANCE)
  const [east, west] = OUTERMOST_ZONES
  if (isOver(west)) throw refused('send_at', IS_OVER)
  if (!isKept && isOver(east)) throw refused('send_at', OVER_IN_THE_EAST)
  if (earliestOf(when) > isoNow(366 * DAY)) throw refused('send_at', TOO_FAR)
}

export const columnsOf = ({ send_at, local_time }: SendAt) => ({ send_at, local_time: local_time ? 1 : 0 })

/** A message's audience, as stored until it goes. */
export function meantLater({ user_ids = [], all_matching, audience }: Meant): MeantLater {
  if (audience) return { audience }
  return all_matching ? { all_matching } : { user_ids }
}
type Meant = {
  user_ids?: string[]
  all_matching?: Extract<MeantLater, { all_matching: unknown }>['all_matching'] | undefined
  audience?: Extract<MeantLater, { audience: unknown }>['audience'] | undefined
}

/**
 * Schedules when a message first goes out; a walk already begun for its earlier version ends. Call it in a transaction.
 */
export async function scheduleMessage(
  db: Db,
  id: string,
  { when, meant }: { when: SendAt; meant?: MeantLater | undefined },
) {
  if (meant) await keepMeant(db, id, meant)
  else await stopWalk(db, id)
  await schedule(db, MESSAGE_GOES, id, earliestOf(when))
}

/** Stores a message's audience and its counted users, replacing earlier ones. */
export async function keepMeant(db: Db, id: string, meant: MeantLater) {
  const row = { meant: JSON.stringify(meant), stamp: newId() }
  await db
    .insertInto('scheduled_messages')
    .values({ notification_id: id, ...row })
    .onConflict((known) => known.column('notification_id').doUpdateSet(row))
    .execute()
}

/** Ends a walk already begun. */
export const stopWalk = (db: Db, id: string) =>
  db.updateTable('scheduled_messages').set({ stamp: newId() }).where('notification_id', '=', id).execute()
