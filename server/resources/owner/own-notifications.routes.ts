import { ownNotifications } from '#contract/owner/notifications.ts'
import type { Deps } from '../../deps.ts'
import { published } from '../../http/published.ts'
import { type App, serve } from '../../http/serve.ts'
import { inboxAfter, listInbox } from '../notifications/notifications.repository.ts'
import { addDevice, countUnread, markRead, removeDevice, removeMessage } from './own-notifications.service.ts'

/** Answers the calls of contract/owner/notifications.ts. */
export function ownNotificationRoutes(app: App, { db }: Deps) {
  published(
    app,
    ownNotifications.inbox,
    (input, { actor }) => listInbox(db, actor._id, input),
    (after, { actor }) => inboxAfter(db, actor._id, after),
  )

  serve(app, ownNotifications.markRead, async ({ notification_id }, { actor, write }) => {
    await write((db) => markRead(db, notification_id, actor._id))
    return { message: 'Read.' }
  })

  serve(app, ownNotifications.unread, async (_nothing, { actor }) => ({
    message: 'Unread notifications',
    data: { count: await countUnread(db, actor._id) },
  }))

  serve(app, ownNotifications.delete, async ({ notification_id }, { actor, write }) => {
    await write((db) => removeMessage(db, notification_id, actor._id))
    return { message: 'Notification removed successfully.' }
  })

  serve(app, ownNotifications.addDevice, async (device, { session, write }) => {
    await write((db) => addDevice(db, device, session))
    return { message: 'This device is registered for notifications.' }
  })

  serve(app, ownNotifications.removeDevice, async ({ token }, { actor, write }) => {
    await write((db) => removeDevice(db, token, actor._id))
    return { message: 'This device will get no more notifications.' }
  })
}
