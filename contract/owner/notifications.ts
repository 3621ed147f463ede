import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { id } from '#contract/fields.ts'
import { linkTypes } from '#contract/message-fields.ts'
import { answered, record, said } from '#contract/records.ts'
import { cutPageOf, pageInput } from './own-records.ts'
import { platforms } from './platforms.ts'

/** The push service's token for one installation of the app. */
const token = z
  .string({ error: 'Device token is required.' })
  .min(1, 'Device token is required.')
  .max(4096, 'The token is too long.')
  .regex(/^[\x21-\x7e]*$/, 'The token may contain printable characters only.')
  .meta({ description: 'The push service’s token for this installation of the app.' })

const ZONE = 'Please send a time zone such as America/Denver.'
/** The name of a zone; one unknown to this server counts as none, as phones may know newer ones. */
const timeZone = z
  .string({ error: ZONE })
  .max(64, ZONE)
  .regex(/^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+){0,2}$/, ZONE)
  .optional()
  .meta({ description: 'The phone’s time zone, such as America/Los_Angeles: it decides when it is night.' })

const LANGUAGE = 'Please send a language such as en or fr-CA.'
const language = z
  .string({ error: LANGUAGE })
  .max(35, LANGUAGE)
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, LANGUAGE)
  .optional()
  .meta({ description: 'The language in which the phone is used, such as en or fr-CA.' })

const link = z.object({
  type: z.enum(linkTypes).meta({ description: 'Of what kind the record is: the name of the call that lists them.' }),
  id: z.string().meta({ description: 'The id of the record.' }),
})

/** A message in its recipient's inbox. */
export const inboxMessage = z.object({
  _id: record.shape._id,
  title: z.string().meta({ description: 'The title of the message.' }),
  description: z.string().meta({ description: 'The text of the message.' }),
  is_read: z.boolean().meta({ description: 'Whether the message has been read.' }),
  created_at: z.iso.datetime().meta({ description: 'When it was sent.' }),
  link: link.nullable().optional().meta({
    description: 'The record of the app to which the message leads; null without one, also once that is gone.',
  }),
})
export type InboxMessage = z.output<typeof inboxMessage>

const ONE_OR_ALL = 'Please say which notification is meant, or that all are.'
/** Exactly one of these and nothing else: a misspelt field must not mean all messages. */
const oneOrAll = z
  .strictObject(
    {
      notification_id: id.optional().meta({ description: 'The id of the message.' }),
      all: z.literal(true, { error: ONE_OR_ALL }).optional().meta({ description: 'True to mean all messages.' }),
    },
    { error: ({ code }) => (code === 'unrecognized_keys' ? ONE_OR_ALL : undefined) },
  )
  .refine(({ notification_id, all }) => (notification_id === undefined) !== (all === undefined), {
    error: ONE_OR_ALL,
    path: ['notification_id'],
  })

export const ownNotifications = {
  /** Newest first. */
  inbox: endpoint('notifications', pageInput, cutPageOf(inboxMessage), { owner: true, get: true }),
  /** How many are unread. */
  unread: endpoint(
    'notifications/unread',
    z.object({}),
    answered(z.object({ count: z.int().meta({ description: 'How many messages are not read yet.' }) })),
    {
      owner: true,
      get: true,
    },
  ),
  /** Marks one message as read, or all of them. */
  markRead: endpoint('notifications/read', oneOrAll, said, { owner: true }),
  /** Removes a message from the inbox for good. */
  delete: endpoint(
    'notifications/delete',
    z.object({ notification_id: id.meta({ description: 'The id of the message.' }) }),
    said,
    { owner: true },
  ),
  /**
   * Registers the device until this session ends. Another user's device becomes the caller's. The phone's zone and
   * language are kept if a call leaves them out.
   */
  addDevice: endpoint(
    'devices/register',
    z.object({
      token,
      platform: z.enum(platforms).meta({ description: 'What the app runs on.' }),
      time_zone: timeZone,
      language,
    }),
    said,
    { owner: true },
  ),
  /** A code by which an administrator sends a test to this device: see `admin/notifications/test`. */
  deviceCode: endpoint(
    'devices/code',
    z.object({ token }),
    answered(
      z.object({
        code: z.string().meta({ description: 'Six digits, for the owner to read out. They work for ten minutes.' }),
      }),
    ),
    { owner: true },
  ),
  /** Later messages appear in the inbox only. */
  removeDevice: endpoint('devices/remove', z.object({ token }), said, { owner: true }),
}
