import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id } from '#contract/fields.ts'
import { pageOf, said } from '#contract/records.ts'
import { pageInput } from './own-records.ts'

export const platforms = ['ios', 'android', 'web'] as const

/** The push service's token for one installation of the app. */
const token = z
  .string({ error: 'Device token is required.' })
  .min(1, 'Device token is required.')
  .max(4096, 'The token is too long.')
  .regex(/^[\x21-\x7e]*$/, 'The token may contain printable characters only.')

/** A message in its receiver's inbox. */
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
  inbox: endpoint('notifications', pageInput, pageOf(inboxMessage), { owner: true, get: true }),
  /** Marks one message as read, or all of them without an id. */
  markRead: endpoint('notifications/read', z.object({ notification_id: id.optional() }), said, { owner: true }),
  /** Registers the device until this session ends. A device of another user becomes the caller's. */
  addDevice: endpoint('devices/register', z.object({ token, platform: z.enum(platforms) }), said, { owner: true }),
  /** Later messages appear in the inbox only. */
  removeDevice: endpoint('devices/remove', z.object({ token }), said, { owner: true }),
}
