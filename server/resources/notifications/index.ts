import { notifications } from '#contract/notifications.ts'
import type { Grant } from '../../auth/program-keys/grants.ts'
import type { Deps } from '../../deps.ts'
import { BEYOND_KEY, forbidden } from '../../errors.ts'
import type { App } from '../../http/app-type.ts'
import { FINAL, serve, serveChange, serveGet } from '../../http/serve.ts'
import type { ServedKind } from '../records/serve-records.ts'
import { userRecords } from '../users/users.service.ts'
import { countReached } from './count-reached.ts'
import { readOpenings } from './counts.service.ts'
import { sendTest } from './device-codes.ts'
import { findNotification, listNotifications, listRecipients, notificationList } from './notifications.repository.ts'
import { findRecipients, sendNotification, whoIsReached } from './notifications.service.ts'
import { fillers } from './placeholder-values.ts'
import { retryNotification } from './recipients.service.ts'
import { recallNotification, rewriteNotification } from './scheduled.service.ts'

export const servedNotifications: ServedKind<'notifications'> = {
  list: notificationList,
  serve: notificationRoutes,
}

const SENT_AGAIN = 'The notification is being sent again.'
const SCHEDULED = 'Notification has been scheduled.'
const NONE_FAILED = 'Nothing was sent: this message failed for no one, or is already being sent again.'

/** Whether a key reads everything that audiences can be chosen by: the number of matches would reveal it. */
const mayAsk = ({ types }: Grant) => types.has('rvs') && types.has('maintenance_items')

/** Answers the calls of contract/notifications.ts. */
function notificationRoutes(app: App, deps: Deps) {
  const { db, settings } = deps
  serveChange(
    app,
    notifications.send,
    ({ send_at }) => (send_at ? SCHEDULED : 'Notification has been sent.'),
    async (fields, { write, session }) => {
      if (fields.audience && session.program && !mayAsk(session.program.grant)) throw forbidden(BEYOND_KEY)
      const audience = await findRecipients(deps, fields)
      return write(async (db, change) => ({
        data: await sendNotification(db, fields, audience, settings, change),
      }))
    },
    FINAL,
  )

  serveChange(
    app,
    notifications.rewrite,
    'Notification has been changed.',
    async (fields, { write, session }) => {
      if (fields.audience && session.program && !mayAsk(session.program.grant)) throw forbidden(BEYOND_KEY)
      const { user_ids, all_matching, audience } = fields
      const isChosen = user_ids.length || all_matching || audience
      const { purpose = (await findNotification(db, fields.notification_id)).purpose } = fields
      const chosen = isChosen ? await findRecipients(deps, { ...fields, purpose }) : undefined
      return write(async (db, change) => ({ data: await rewriteNotification(db, fields, chosen, settings, change) }))
    },
    FINAL,
  )

  serveChange(
    app,
    notifications.recall,
    'Notification has been recalled.',
    ({ notification_id }, { write }) =>
      write(async (db, change) => ({ data: await recallNotification(db, notification_id, change) })),
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

  serve(app, notifications.preview, async ({ user_id, language, ...text }) => {
    await userRecords.find(db, user_id)
    const fill = (await fillers(deps, [user_id], [text]))(user_id, '', language)
    return { message: 'Preview', data: { title: fill(text.title), description: fill(text.description) } }
  })

  serve(app, notifications.test, (fields, { actor }) => sendTest(deps, fields, actor._id))

  serve(app, notifications.list, async (input) => ({
    message: 'Sent messages',
    ...(await listNotifications(db, input)),
  }))

  serveGet(app, notifications.get, 'Sent message', (id) => findNotification(db, id))

  serve(app, notifications.status, async ({ notification_id }) => ({
    message: 'Sent message',
    data: await findNotification(db, notification_id),
  }))

  serve(app, notifications.opened, async ({ notification_id }) => ({
    message: 'Openings of a message',
    data: await readOpenings(db, notification_id),
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
