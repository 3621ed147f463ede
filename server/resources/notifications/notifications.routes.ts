import { notifications } from '#contract/notifications.ts'
import type { Grant } from '../../auth/program-keys/grants.ts'
import type { Deps } from '../../deps.ts'
import { BEYOND_KEY, forbidden } from '../../errors.ts'
import { type App, FINAL, serve, serveChange, serveGet } from '../../http/serve.ts'
import { findNotification, listNotifications, listRecipients } from './notifications.repository.ts'
import {
  countReached,
  findRecipients,
  retryNotification,
  sendNotification,
  whoIsReached,
} from './notifications.service.ts'

const SENT_AGAIN = 'The notification is being sent again.'
const NONE_FAILED = 'Nothing was sent: this message failed for no one, or is already being sent again.'

/** Whether a key reads all that an audience can be asked by: how many there are would tell it. */
const mayAsk = ({ types }: Grant) => types.has('rvs') && types.has('maintenance_items')

/** Answers the calls of contract/notifications.ts. */
export function notificationRoutes(app: App, deps: Deps) {
  const { db, settings } = deps
  serveChange(
    app,
    notifications.send,
    'Notification has been sent.',
    async (fields, { write, session }) => {
      if (fields.audience && session.program && !mayAsk(session.program.grant)) throw forbidden(BEYOND_KEY)
      const audience = await findRecipients(deps, fields)
      return write(async (db, change) => ({
        data: await sendNotification(db, fields, audience, settings.newsSender, change),
      }))
    },
    FINAL,
  )

  serve(app, notifications.count, async (fields) => ({
    message: 'Users who would be reached',
    data: await countReached(deps, fields),
  }))

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

  serveChange(
    app,
    notifications.retry,
    SENT_AGAIN,
    ({ notification_id }, { write }) =>
      write(async (db, change) => {
        const { retried, data } = await retryNotification(db, notification_id, change)
        return { message: retried ? SENT_AGAIN : NONE_FAILED, data }
      }),
    FINAL,
  )
}
