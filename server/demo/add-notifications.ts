import type { DeliveryState } from '#contract/notifications.ts'
import { DAY } from '../clock.ts'
import { insertMany } from '../db/engines/insert-many.ts'
import { readQuery } from '../db/raw-query.ts'
import type { Db } from '../db/schema.ts'
import type { OpenChange } from '../records/open-change.ts'
import { recordNew } from '../records/plan/sources/facts.ts'
import { AT_ONCE } from '../resources/notifications/notifications.repository.ts'
import { type DemoNotification, demoNotifications } from './notifications.ts'

/** Adds messages from the last weeks with a push service's delivery states. Call it in a transaction. */
export async function addNotifications(db: Db, change: OpenChange) {
  for (const message of demoNotifications) await addNotification(db, message, change)
}

async function addNotification(db: Db, { days, title, description, to, ending }: DemoNotification, change: OpenChange) {
  const users = await readQuery<{ id: string }>(
    db,
    `select id from users where status = 1 order by (seq * 7919) % 25013 limit ?`,
    [to],
  )
  const at = new Date(Date.now() - days * DAY).toISOString()
  const states = Map.groupBy(
    users.map((_, place) => ending(place)),
    (state) => state,
  )
  const counts = JSON.stringify(Object.fromEntries([...states].map(([state, { length }]) => [state, length])))
  const row = { title, description, sent_by: change.actor._id, recipients: users.length, counts, ...OF_SERVICE }
  const id = await recordNew(db, 'notifications', row, change)
  await insertMany(
    db,
    'notification_recipients',
    users.map((user, place) => ({
      notification_id: id,
      user_id: user.id,
      ...ended(ending(place)),
      attempts: 1,
      updated_at: at,
      read_at: place % 3 ? null : at,
    })),
  )
  await db.updateTable('notifications').set({ created_at: at, updated_at: at }).where('id', '=', id).execute()
}

const OF_SERVICE = { purpose: 'service', imprint: '', no_consent: 0, audience: null, ...AT_ONCE } as const
const reasons: Partial<Record<DeliveryState, string>> = {
  failed: 'INVALID_ARGUMENT: The registration token is not a valid FCM registration token',
  unknown: 'The answer of the push service was lost.',
}
const ended = (state: DeliveryState) => ({ state, reason: reasons[state] ?? null })
