import { ownNotifications } from '#contract/owner/notifications.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve } from '../../http/serve.ts'
import { makeDeviceCode } from '../notifications/device-codes.ts'
import { inboxAfter, listInbox } from '../notifications/inbox.repository.ts'
import { published } from '../records/published.ts'
import { addDevice, countUnread, markRead, removeDevice, removeMessage } from './own-notifications.service.ts'

/** Answers the calls of contract/owner/notifications.ts. */
export function ownNotificationRoutes(app: App, { db, places, settings }: Deps) {
  const on = { db, places, settings }
  published(
    app,
    ownNotifications.inbox,
    (input, { actor, language }) => listInbox(on, { owner: actor._id, language }, input),
    (after, { actor, language }) => inboxAfter(on, { owner: actor._id, language }, after),
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

  serve(app, ownNotifications.deviceCode, async ({ token }, { session, write }) => ({
    message: 'Code for a test message',
    data: { code: await write((db) => makeDeviceCode(db, token, session)) },
  }))

  serve(app, ownNotifications.removeDevice, async ({ token }, { actor, write }) => {
    await write((db) => removeDevice(db, token, actor._id))
    return { message: 'This device will get no more notifications.' }
  })
}
