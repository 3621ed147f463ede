import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id } from '#contract/fields.ts'
import { done, pageOf } from '#contract/records.ts'
import { pageInput } from './own-records.ts'

export const platforms = ['ios', 'android', 'web'] as const

/** The name under which the push service knows one installation of the app. */
const token = z
  .string({ error: 'Please say which device.' })
  .min(1, 'Please say which device.')
  .max(4096, 'The token is too long.')
  .regex(/^[\x21-\x7e]*$/, 'The token may hold printable characters only.')

/** A message as its receiver finds it in the inbox. */
export const inboxMessage = z.object({
  _id: z.string(),
  title: z.string(),
  description: z.string(),
  is_read: z.boolean(),
  created_at: z.iso.datetime(),
})
export type InboxMessage = z.output<typeof inboxMessage>

export const ownNotifications = {
  /** Newest first. */
  inbox: endpoint('notifications', pageInput, pageOf(inboxMessage), { app: true, get: true }),
  /** Marks one message as read, or all of them where none is named. */
  markRead: endpoint('notifications/read', z.object({ notification_id: id.optional() }), done, { app: true }),
  /** A device that another user had is the caller's from now on. */
  addDevice: endpoint('devices/register', z.object({ token, platform: z.enum(platforms) }), done, { app: true }),
  /** Before signing out: what is sent from now on stays in the inbox. */
  removeDevice: endpoint('devices/remove', z.object({ token }), done, { app: true }),
}
