import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { choice, id, text } from './fields.ts'
import { listInput, pageOf, record, saved } from './records.ts'

export const TITLE_CHARACTERS = 60
export const MESSAGE_CHARACTERS = 500
/** More than that are told by what they have in common, not one by one. */
export const MOST_CHOSEN = 10_000

export const INVALID_REQUEST = 'Invalid Request.'
export const NO_RECIPIENTS = 'Please select user'

export const notificationFields = z.object({
  title: text('Title cannot be empty.', TITLE_CHARACTERS),
  description: text('Message cannot be empty.', MESSAGE_CHARACTERS),
})

/** What has become of a message on its way to one user. Whatever it is, the message stands in the inbox of the app. */
export const deliveryStates = [
  /** Its turn has not come yet. */
  'waiting',
  /** The push service is being asked. */
  'sending',
  /** The push service took it. */
  'accepted',
  /** Push is not set up here: the inbox of the app has it. */
  'inbox',
  /** No device of the user is registered for push, or none any more. */
  'no_device',
  /** The push service refused it. Only these are sent again when asked. */
  'failed',
  /** The push service was asked and its answer got lost: asking again could tell somebody twice. */
  'unknown',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

export const notification = record.extend({
  title: z.string(),
  description: z.string(),
  /** Who sent it. */
  sent_by: z.string(),
  /** To how many it goes. While fewer stand in `counts`, it is being prepared: the others are being added. */
  recipients: z.int(),
  /** How many recipients are in which state. */
  counts: z.record(z.enum(deliveryStates), z.int()),
})
export type Notification = z.output<typeof notification>

/** One user's part of a message. `_id` is the user's. */
export const recipient = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  state: z.enum(deliveryStates),
  /** Why it failed, or is not known. */
  reason: z.string().nullable(),
  attempts: z.int(),
  updated_at: z.iso.datetime(),
  srno: z.int().optional(),
})
export type Recipient = z.output<typeof recipient>

const whichNotification = { notification_id: id }

/** All active users whom the users list would show with these filters, at the moment of sending. */
const allMatching = z.object({ filters: listInput.shape.filters })

const chosenUsers = z
  .array(choice(INVALID_REQUEST))
  .max(MOST_CHOSEN, `Please select at most ${MOST_CHOSEN.toLocaleString('en-US')} users one by one.`)
const ids = z.array(z.string(INVALID_REQUEST), INVALID_REQUEST)

/** Whom and what to tell, as callers may spell it: `user` is `user_ids`, `content` is `description`. */
const sentFields = z.object({
  title: z.string('Title cannot be empty.').optional(),
  description: z.string('Message cannot be empty.').optional(),
  content: z.string('Message cannot be empty.').optional(),
  user_ids: ids.optional(),
  user: z.union([z.string(), ids], INVALID_REQUEST).optional(),
  all_matching: allMatching.optional(),
})

const meant = notificationFields.extend({ user_ids: chosenUsers, all_matching: allMatching.optional() })

export const sendFields = sentFields
  .transform(({ content, user, ...sent }) => {
    const description = sent.description ?? content
    // What is missing or wrong is found next, with the messages of the fields.
    return { ...sent, description, user_ids: [sent.user_ids ?? user ?? []].flat() } as z.input<typeof meant>
  })
  .pipe(meant)
  .superRefine(({ user_ids, all_matching }, ctx) => {
    const refuse = (message: string) => ctx.addIssue({ code: 'custom', path: ['user_ids'], message })
    if (!all_matching && !user_ids.length) refuse(NO_RECIPIENTS)
    // Either these, or all of those: both at once would leave open who is meant.
    if (all_matching && user_ids.length) refuse(INVALID_REQUEST)
    if (new Set(user_ids).size < user_ids.length) refuse(INVALID_REQUEST)
  })

export const notifications = {
  send: endpoint('admin/notifications/send', sendFields, saved(notification), { once: true }),
  list: endpoint('admin/notifications/list', listInput, pageOf(notification)),
  status: endpoint('admin/notifications/status', z.object(whichNotification), saved(notification)),
  recipients: endpoint(
    'admin/notifications/recipients',
    listInput.omit({ is_deleted: true }).extend(whichNotification),
    pageOf(recipient),
  ),
  retry: endpoint('admin/notifications/retry', z.object(whichNotification), saved(notification), { once: true }),
}
