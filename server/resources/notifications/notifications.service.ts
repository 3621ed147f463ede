import type { z } from 'zod'
import { INVALID_REQUEST, NO_RECIPIENTS, type Notification, type sendFields } from '#contract/notifications.ts'
import type { By } from '../../by.ts'
import { engineOf } from '../../db/engine.ts'
import { rowsOf } from '../../db/rows-of.ts'
import type { Db } from '../../db/schema.ts'
import { textKey } from '../../db/text-key.ts'
import { inTransaction } from '../../db/transaction.ts'
import { refused } from '../../errors.ts'
import { enqueue } from '../../jobs/jobs.ts'
import { type Changes, writeActivity } from '../../records/activity.ts'
import { addRecord } from '../../records/change.ts'
import { matchingUsers } from '../users/users.repository.ts'
import { DELIVER_NOTIFICATION, recountRecipients } from './delivery.service.ts'
import { findNotification } from './notifications.repository.ts'

type Sent = z.output<typeof sendFields>

/**
 * Sends a message to these users, or to all who match, as they are at this moment: only who is active is told. Writes
 * the message, its recipients and the job that delivers it in one transaction. Throws 422 for an unknown user, and when
 * nobody is left to be told.
 */
export function sendNotification(db: Db, { title, description, ...whom }: Sent, by: By): Promise<Notification> {
  return inTransaction(db, async (db) => {
    const { from, values } = await chosen(db, whom)
    const [found] = await rowsOf<{ total: number }>(db, `select count(*) as total ${from}`, values)
    const recipients = found?.total ?? 0
    if (!recipients) throw refused('user_ids', NO_RECIPIENTS)

    const message = { title, title_key: textKey(title), description, sent_by: by._id, recipients, counts: '{}' }
    const id = await addRecord(db, 'notifications', message, by)
    await rowsOf(
      db,
      `insert into notification_recipients (notification_id, user_id, state, attempts, updated_at)
       select ?, users.id, 'waiting', 0, ? ${from} order by users.seq`,
      [id, new Date().toISOString(), ...values],
    )
    await enqueue(db, DELIVER_NOTIFICATION, { notification_id: id })
    return recountRecipients(db, id)
  })
}

/** The active users who are meant, as the FROM and WHERE of a query. Throws 422 for an id that nobody has. */
async function chosen(db: Db, { user_ids, all_matching }: Pick<Sent, 'user_ids' | 'all_matching'>) {
  if (all_matching) {
    const { sql, values } = matchingUsers(db, { filters: all_matching.filters, status: true, is_deleted: false })
    return { from: `from users ${sql}`, values }
  }
  const values = [JSON.stringify(user_ids)]
  const from = `from users where users.id in ${engineOf(db).eachText} and users.is_deleted = 0`
  const [known] = await rowsOf<{ total: number }>(db, `select count(*) as total ${from}`, values)
  if (known?.total !== user_ids.length) throw refused('user_ids', INVALID_REQUEST)
  // Somebody may have been turned off since the list was read: they are left out, and the answer says how many were told.
  return { from: `${from} and users.status = 1`, values }
}

/** Sends a message again to those for whom it failed, and to nobody else. Gives back the message. Throws 404. */
export function retryNotification(db: Db, id: string, by: By): Promise<Notification> {
  return inTransaction(db, async (db) => {
    const current = await findNotification(db, id)
    if (!current.counts.failed) return current
    await db
      .updateTable('notification_recipients')
      .set({ state: 'waiting', reason: null, updated_at: new Date().toISOString() })
      .where('notification_id', '=', id)
      .where('state', '=', 'failed')
      .execute()
    const changes: Changes = { failed: [current.counts.failed, 0] }
    await writeActivity(db, { action: 'edit', table: 'notifications', id, changes }, by)
    await enqueue(db, DELIVER_NOTIFICATION, { notification_id: id })
    return recountRecipients(db, id)
  })
}
