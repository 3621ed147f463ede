import { z } from 'zod'
import { audience } from './audience.ts'
import { endpoint } from './endpoint.ts'
import { choice, id, longText, text } from './fields.ts'
import { column, recordKind } from './kind.ts'
import { EXPECT_ALL, expected, mayMatchAll } from './matching.ts'
import { answered, getOf, isBlankFilter, listInput, pageOf, record, saved } from './records.ts'

/** What a message is for. News goes only to those who have agreed to it; safety is never held back. */
export const purposes = ['safety', 'service', 'news'] as const
export type Purpose = (typeof purposes)[number]
export const purposeWords = { safety: 'Safety', service: 'Service', news: 'News' } satisfies Record<Purpose, string>

export const notificationKind = recordKind({
  noun: ['notification', 'notifications'],
  name: 'Notification',
  key: 'notification_id',
  tag: 'Notifications',
  about: 'Messages to owners, and their delivery.',
  heading: 'Manage Notification',
  menuLabel: 'Manage Notifications',
  help: 'Messages to owners’ phones: to some, or to everyone who matches. Sent shows how each was delivered.',
  columns: {
    title: column.keyed('Title', 'office', 'Recall'),
    description: column.text('Message', 'office', 'Please call.'),
    sent_by: column.hidden('personal'),
    recipients: column.number('Recipients', 'office'),
    counts: column.hidden('office'),
    purpose: { ...column.choice('Purpose', 'office', purposeWords), since: '1.2.0' },
    /** Who has sent news, and how to stop it: what is said below the text. */
    imprint: { ...column.hidden('office'), since: '1.2.0' },
    no_consent: { ...column.number('Not Agreed to News', 'office', 0), since: '1.2.0' },
    /** Who was meant, where that was said by conditions. */
    audience: { ...column.hidden('office'), since: '1.3.0' },
  },
  title: ['title'],
  disambiguatedBy: ['created_at'],
  bulk: [],
  set: [],
})

export const TITLE_CHARACTERS = 60
export const MESSAGE_CHARACTERS = 500
/** More recipients than this are selected by filters instead of ids. */
export const MOST_CHOSEN = 10_000

export const INVALID_REQUEST = 'Invalid Request.'
export const NO_RECIPIENTS = 'Please select user'

export const notificationFields = z.object({
  title: text('Title cannot be empty.', TITLE_CHARACTERS),
  description: longText('Message cannot be empty.', MESSAGE_CHARACTERS),
})

/** What is written in the form of a new message. */
export const composedFields = notificationFields.extend({ purpose: z.enum(purposes) })

/** The state of a message for one user. In every state it is in the app's inbox. */
export const deliveryStates = [
  /** Not sent yet. */
  'waiting',
  /** Being handed to the push service. */
  'sending',
  /** The push service accepted it. */
  'accepted',
  /** Push is not set up; it is in the inbox only. */
  'inbox',
  /** The user has no device registered for push. */
  'no_device',
  /** The push service refused it. Only these can be sent again. */
  'failed',
  /** The push service's answer was lost: sending again could notify somebody twice. */
  'unknown',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** The states of a recipient: one who took back their consent to news before it went is told nothing, in the inbox neither. */
export const recipientStates = [...deliveryStates, 'no_consent'] as const
export type RecipientState = (typeof recipientStates)[number]

export const notification = record.extend({
  title: z.string(),
  description: z.string(),
  /** The administrator who sent it. */
  sent_by: z.string(),
  /** The number of recipients. While `counts` adds up to fewer, the others are still being added. */
  recipients: z.int(),
  purpose: z.enum(purposes),
  /** How many of those who were chosen were left out, and why; those too who said no before it went. */
  held_back: z.object({ no_consent: z.int() }),
  /** Who was meant, where that was said by conditions; null for a message to chosen users. */
  audience: z.looseObject({}).nullable(),
  /** The same in a sentence, as what it names was called then. */
  meant_for: z.string().nullable(),
  /** How many recipients are in each state. */
  counts: z.record(z.enum(deliveryStates), z.int()),
})
export type Notification = z.output<typeof notification>

/** One recipient of a message. `_id` is the user's. */
export const recipient = z.object({
  _id: z.string(),
  name: z.string(),
  email: z.string(),
  state: z.enum(recipientStates),
  /** Why the message failed, or why its state is unknown. */
  reason: z.string().nullable(),
  attempts: z.int(),
  updated_at: z.iso.datetime(),
  srno: z.int().optional(),
})
export type Recipient = z.output<typeof recipient>

const whichNotification = { notification_id: id }

/** As many users as a page of a list has. */
const MOST_ASKED = 100
/** More users than this cannot be left out of all that match. */
export const MOST_LEFT_OUT = 1000
const ids = z.array(z.string(INVALID_REQUEST), INVALID_REQUEST)
const leftOut = ids
  .max(MOST_LEFT_OUT, `Please leave out at most ${MOST_LEFT_OUT.toLocaleString('en-US')} users.`)
  .refine((left) => new Set(left).size === left.length, INVALID_REQUEST)

/**
 * All active users that the users list shows with these filters at the moment of sending, but not those in `except`.
 * Without a filter, the call says in `expect` how many that are.
 */
const allMatching = z
  .strictObject({ filters: listInput.shape.filters, except: leftOut.optional() }, INVALID_REQUEST)
  // In lists an empty or blank filter does not count; here it would mean everybody.
  .refine(({ filters = {} }) => !Object.values(filters).some(isBlankFilter), INVALID_REQUEST)

const chosenUsers = z
  .array(choice(INVALID_REQUEST))
  .max(MOST_CHOSEN, `Please select at most ${MOST_CHOSEN.toLocaleString('en-US')} users one by one.`)

export const purpose = z.enum(purposes, 'Please choose what the message is for.')

/** How lists are narrowed. Alongside `all_matching` these would be dropped, and everybody told. */
const LIST_FILTERS = ['filters', 'status', 'is_deleted']

/** Recipients and text, with alternative names: `user` is `user_ids`, `content` is `description`. */
const sentFields = z.looseObject({
  title: z.string('Title cannot be empty.').optional(),
  description: z.string('Message cannot be empty.').optional(),
  content: z.string('Message cannot be empty.').optional(),
  user_ids: ids.optional(),
  user: z.union([z.string(), ids], INVALID_REQUEST).optional(),
  all_matching: allMatching.optional(),
  audience: audience.optional(),
  expect: expected.optional(),
  purpose: purpose.optional(),
})

const meant = notificationFields.extend({
  user_ids: chosenUsers,
  all_matching: allMatching.optional(),
  /** Those who meet these conditions when it is sent; `expect` says how many were counted. */
  audience: audience.optional(),
  expect: expected.optional(),
  purpose: purpose.default('service'),
})

const EXPECT_COUNT = 'Please send in `expect` how many were counted.'
/** A message to an audience is refused where the number differs from the expected one by more than this part of it. */
export const AUDIENCE_TOLERANCE = 0.05

export const sendFields = sentFields
  .refine((sent) => !sent.all_matching || LIST_FILTERS.every((name) => sent[name] === undefined), {
    error: INVALID_REQUEST,
    path: ['all_matching'],
  })
  .transform(({ content, user, ...sent }) => {
    const description = sent.description ?? content
    // Missing or wrong values are reported next, with the messages of the fields.
    return { ...sent, description, user_ids: [sent.user_ids ?? user ?? []].flat() } as z.input<typeof meant>
  })
  .pipe(meant)
  .superRefine(({ user_ids, all_matching, audience, expect }, ctx) => {
    const refuse = (message: string) => ctx.addIssue({ code: 'custom', path: ['user_ids'], message })
    const ways = [all_matching, audience].filter(Boolean).length + Number(user_ids.length > 0)
    if (!ways) refuse(NO_RECIPIENTS)
    // Ids, filters or conditions: with two of them it would be unclear who is meant.
    if (ways > 1) refuse(INVALID_REQUEST)
    if (audience && expect === undefined) ctx.addIssue({ code: 'custom', path: ['expect'], message: EXPECT_COUNT })
    if (new Set(user_ids).size < user_ids.length) refuse(INVALID_REQUEST)
    if (all_matching && expect === undefined && mayMatchAll({ filters: all_matching.filters }))
      ctx.addIssue({ code: 'custom', path: ['all_matching'], message: EXPECT_ALL })
  })

const heldBackFields = z
  .object({ user_ids: chosenUsers.optional(), all_matching: allMatching.optional(), purpose })
  .refine(({ user_ids, all_matching }) => (user_ids === undefined) !== (all_matching === undefined), {
    error: INVALID_REQUEST,
    path: ['user_ids'],
  })

export const notifications = {
  send: endpoint('admin/notifications/send', sendFields, saved(notification), { change: 'send', once: true }),
  /** Which of these users a message to all that match would reach. */
  reached: endpoint(
    'admin/notifications/reached',
    z.object({ user_ids: ids.max(MOST_ASKED, INVALID_REQUEST), all_matching: allMatching }),
    answered(z.array(z.string())),
  ),
  /** How many active users a message would reach, and how many of those who are chosen it leaves out. */
  count: endpoint(
    'admin/notifications/count',
    heldBackFields,
    answered(z.object({ count: z.int(), held_back: z.object({ no_consent: z.int() }) })),
  ),
  list: endpoint('admin/notifications/list', listInput, pageOf(notification)),
  get: getOf('admin/notifications/get', 'notification_id', notification),
  status: endpoint('admin/notifications/status', z.object(whichNotification), answered(notification)),
  recipients: endpoint(
    'admin/notifications/recipients',
    listInput.omit({ is_deleted: true }).extend(whichNotification),
    pageOf(recipient),
  ),
  retry: endpoint('admin/notifications/retry', z.object(whichNotification), saved(notification), {
    change: 'send',
    once: true,
  }),
}
