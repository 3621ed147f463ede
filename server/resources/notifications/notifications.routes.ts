import { notifications } from '#contract/notifications.ts'
import type { Deps } from '../../deps.ts'
import { type App, FINAL, serve, serveGet } from '../../http/serve.ts'
import { findNotification, listNotifications, listRecipients } from './notifications.repository.ts'
import { findRecipients, retryNotification, sendNotification, whoIsReached } from './notifications.service.ts'

const SENT_AGAIN = 'The notification is being sent again.'
const NONE_FAILED = 'Nothing was sent: this message has failed for nobody, or is being sent again already.'

/** Answers the calls of contract/notifications.ts. */
export function notificationRoutes(app: App, { db, lookForJobs }: Deps) {
  serve(app, notifications.send, async (fields, { changing, idempotent }) => {
    const audience = await findRecipients(db, fields)
    const answer = await changing(
      db,
      'Notification has been sent.',
      (change) => idempotent(db, async (db) => ({ data: await sendNotification(db, fields, audience, change) })),
      FINAL,
    )
    lookForJobs()
    return answer
  })

  serve(app, notifications.reached, async ({ user_ids, all_matching }) => ({
    message: 'Users who would be reached',
    data: await whoIsReached(db, user_ids, all_matching),
  }))

  serve(app, notifications.list, async (input) => ({
    message: 'Sent messages',
    ...(await listNotifications(db, input)),
  }))

  serveGet(app, notifications.get, 'Sent message', (id) => findNotification(db, id))

  serve(app, notifications.status, async ({ notification_id }) => ({
    message: 'Sent message',
    data: await findNotification(db, notification_id),
  }))

  serve(app, notifications.recipients, async (input) => ({
    message: 'Recipients',
    ...(await listRecipients(db, input)),
  }))

  serve(app, notifications.retry, async ({ notification_id }, { changing, idempotent }) => {
    const answer = await changing(
      db,
      SENT_AGAIN,
      (change) =>
        idempotent(db, async (db) => {
          const { retried, data } = await retryNotification(db, notification_id, change)
          return { message: retried ? SENT_AGAIN : NONE_FAILED, data }
        }),
      FINAL,
    )
    lookForJobs()
    return answer
  })
}
