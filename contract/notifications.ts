import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { column, recordKind } from './kind.ts'
import {
  allMatching,
  heldBack,
  heldBackFields,
  INVALID_REQUEST,
  ids,
  MOST_ASKED,
  messageLink,
  previewFields,
  purposes,
  purposeWords,
  rewriteFields,
  sendFields,
  testFields,
  whichNotification,
} from './message-fields.ts'
import { answered, getOf, listInput, pageOf, record, saved } from './records.ts'

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
    /** For owners who read French; empty if not written. */
    title_fr: { ...column.text('Title (French)', 'office', 'Rappel'), since: '1.4.0' },
    description_fr: { ...column.text('Message (French)', 'office', 'Veuillez appeler.'), since: '1.4.0' },
    sent_by: column.hidden('personal'),
    recipients: column.number('Recipients', 'office'),
    counts: column.hidden('office'),
    purpose: { ...column.choice('Purpose', 'office', purposeWords), since: '1.2.0' },
    /** Who sent news and how to unsubscribe: shown below the text. */
    imprint: { ...column.hidden('office'), since: '1.2.0' },
    no_consent: { ...column.number('Not Agreed to News', 'office', 0), since: '1.2.0' },
    /** The audience, if it was given by conditions. */
    audience: { ...column.hidden('office'), since: '1.3.0' },
    /** When it is to go out, as in send-at.ts; null for one that went at once. */
    send_at: { ...column.hidden('office'), since: '1.4.0' },
    local_time: { ...column.hidden('office'), since: '1.4.0' },
    /** How many were counted when it was written. */
    counted: { ...column.hidden('office'), since: '1.4.0' },
    /** When the first was told, when it had gone to all, and when it was recalled. */
    went_at: { ...column.hidden('office'), since: '1.4.0' },
    ended_at: { ...column.hidden('office'), since: '1.4.0' },
    recalled_at: { ...column.hidden('office'), since: '1.4.0' },
    /** The record it links to, and when it had to go without the link, because the record was gone. */
    link_type: { ...column.hidden('office'), since: '1.4.0' },
    link_id: { ...column.hidden('office'), since: '1.4.0' },
    link_lost_at: { ...column.hidden('office'), since: '1.4.0' },
  },
  title: ['title'],
  disambiguatedBy: ['created_at'],
  bulk: [],
  set: [],
})

/** The state of a message for one user. In every state it is in the app's inbox. */
export const deliveryStates = [
  /** Not sent yet. */
  'waiting',
  /** It is night there; their phone is told in the morning. */
  'night',
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
  /** The push service's answer was lost: sending again could notify someone twice. */
  'unknown',
  /** Their phone was not told: they had reached the weekly limit. */
  'weekly_limit',
  /**
   * For a reminder: before their phone was told, everything in it was done, deleted or put off, or they turned
   * reminders off.
   */
  'settled',
] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** The states in the ledger. In those added here, it is not in the inbox. */
export const recipientStates = [
  ...deliveryStates,
  /** They withdrew consent to news after it reached the inbox, before their phone was told. */
  'no_consent',
  /** They were counted when it was written, but were no longer in the audience when it went; the reason says why. */
  'not_meant',
  /** They were counted when it was written; it was recalled before it reached them, after it reached others. */
  'recalled',
] as const
export type RecipientState = (typeof recipientStates)[number]

/** Whether a message waits for its time, is going out, has gone, or was recalled. */
export const stages = ['scheduled', 'going', 'sent', 'recalled'] as const

export const notification = record.extend({
  title: z.string(),
  description: z.string(),
  /** The same for owners who read French; empty if not written. */
  title_fr: z.string(),
  description_fr: z.string(),
  /** The administrator who sent it. */
  sent_by: z.string(),
  /** The number of recipients. While `counts` adds up to fewer, the others are still being added. */
  recipients: z.int(),
  purpose: z.enum(purposes),
  /** How many of those chosen were left out, and why, including those who opted out before it went. */
  held_back: z.object({
    no_consent: z.int(),
    /** Of the recipients: it is only in their inbox. */
    weekly_limit: z.int(),
    /** Of those counted: no longer in the audience when it went. */
    not_meant: z.int(),
    /** Of those counted: it was recalled before it reached them. */
    recalled: z.int(),
  }),
  stage: z.enum(stages),
  /**
   * When it is to go out: a moment, or with `local_time` a time on each owner's clock; null for one that went at once.
   */
  send_at: z.string().nullable(),
  local_time: z.boolean(),
  /**
   * How many were counted when it was written; null for one that nobody wrote. Recipients are counted again when it
   * goes.
   */
  counted: z.int().nullable(),
  /** When the first was told, and when it had gone to all. */
  went_at: z.iso.datetime().nullable(),
  ended_at: z.iso.datetime().nullable(),
  /** The audience, if given by conditions; null for a message to chosen users. */
  audience: z.looseObject({}).nullable(),
  /** The audience as a sentence, with the names of that time. */
  meant_for: z.string().nullable(),
  /** The record it links to in the app. */
  link: messageLink.nullable(),
  /** Since when it goes without its link, because owners no longer see the record. */
  link_lost_at: z.iso.datetime().nullable(),
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
  /** Why the message failed, why its state is unknown, or why they are no longer in the audience. */
  reason: z.string().nullable(),
  attempts: z.int(),
  /** When they opened it in the app. */
  opened_at: z.iso.datetime().nullable(),
  updated_at: z.iso.datetime(),
  srno: z.int().optional(),
})
export type Recipient = z.output<typeof recipient>

export const openings = z.object({
  opened: z.int(),
  hours: z.array(z.object({ hour: z.iso.datetime(), opened: z.int() })),
})
export type Openings = z.output<typeof openings>

export const notifications = {
  send: endpoint('admin/notifications/send', sendFields, saved(notification), { change: 'send', once: true }),
  /** Which of these users a message to everyone who matches would reach. */
  reached: endpoint(
    'admin/notifications/reached',
    z.object({ user_ids: ids.max(MOST_ASKED, INVALID_REQUEST), all_matching: allMatching }),
    answered(z.array(z.string())),
  ),
  /** How many active users a message would reach, and how many of the chosen ones it leaves out. */
  count: endpoint(
    'admin/notifications/count',
    heldBackFields,
    answered(z.object({ count: z.int(), held_back: heldBack })),
  ),
  /** A message as one owner gets it, with the placeholders filled in. */
  preview: endpoint(
    'admin/notifications/preview',
    previewFields,
    answered(z.object({ title: z.string(), description: z.string() })),
  ),
  /** Pushes a message exactly as it would be sent, to one device only, which the app identifies by a code. */
  test: endpoint(
    'admin/notifications/test',
    testFields,
    answered(z.object({ state: z.enum(['accepted', 'inbox', 'no_device', 'failed', 'unknown']) })),
  ),
  list: endpoint('admin/notifications/list', listInput, pageOf(notification)),
  get: getOf('admin/notifications/get', 'notification_id', notification),
  status: endpoint('admin/notifications/status', z.object(whichNotification), answered(notification)),
  /** How many opened a message and when: by the hour, for the first two weeks. */
  opened: endpoint('admin/notifications/opened', z.object(whichNotification), answered(openings)),
  recipients: endpoint(
    'admin/notifications/recipients',
    listInput.omit({ is_deleted: true }).extend(whichNotification),
    pageOf(recipient),
  ),
  /** Changes a scheduled message. 409 once it is going out. */
  rewrite: endpoint('admin/notifications/edit', rewriteFields, saved(notification), { change: 'send', once: true }),
  /** Recalls a message from all who have not been told yet. 409 once it has gone. */
  recall: endpoint('admin/notifications/recall', z.object(whichNotification), saved(notification), {
    change: 'send',
    once: true,
  }),
  retry: endpoint('admin/notifications/retry', z.object(whichNotification), saved(notification), {
    change: 'send',
    once: true,
  }),
}
