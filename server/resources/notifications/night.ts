import { isoNow } from '../../clock.ts'
import { readQuery, writeQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { schedule } from '../../jobs/schedule.ts'
import { moveCounts, STEP_SIZE } from './counts.service.ts'

/** The act due when morning comes for recipients of a message sent at night. */
export const MORNING = 'message-in-the-morning'

/** Puts off these few recipients of a message until then, by `seq`. Call it in a transaction. */
export async function holdUntilMorning(db: Db, id: string, mornings: Map<number, string>) {
  if (!mornings.size) return
  for (const [at, entries] of Map.groupBy(mornings, ([, at]) => at))
    await db
      .updateTable('notification_recipients')
      .set({ state: 'night', due_at: at, updated_at: isoNow() })
      .where(
        'seq',
        'in',
        entries.map(([seq]) => seq),
      )
      .execute()
  // Stopping here leaves nobody behind.
  await scheduleMorning(db, id)
}

/** Schedules telling the next ones when it is morning there. */
export async function scheduleMorning(db: Db, id: string) {
  const [next] = await readQuery<{ at: string | null }>(
    db,
    'select min(due_at) as at from notification_recipients where notification_id = ? and due_at is not null',
    [id],
  )
  await schedule(db, MORNING, id, next?.at ?? null)
}

/** Releases some for whom it is morning now. Call it in a transaction. Returns how many. */
export async function wakeSome(db: Db, id: string) {
  const now = isoNow()
  const woken = await writeQuery<object>(
    db,
    `update notification_recipients set state = 'waiting', due_at = null, updated_at = ?
     where seq in (select seq from notification_recipients
                   where notification_id = ? and due_at is not null and due_at <= ? limit ?) returning seq`,
    [now, id, now, STEP_SIZE],
  )
  if (woken.length) await moveCounts(db, id, { night: -woken.length, waiting: woken.length })
  return woken.length
}
