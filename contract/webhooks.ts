import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { flag, id } from './fields.ts'
import { programTypes } from './keys.ts'
import { recordTypes } from './kinds.ts'
import { answered, listInput, pageOf, reference, said } from './records.ts'

/** The events that receivers can get. */
export const webhookEvents = ['record.changed', 'notification.finished', 'pdf.made', 'person.erased'] as const
export type WebhookEvent = (typeof webhookEvents)[number]
/** The event that `try` sends. */
export const TEST_EVENT = 'webhook.test'

/** The prefix of webhook secrets, before the base64 key. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_'
/** How long the previous secret also signs. */
export const OLD_SECRET_HOURS = 24
/** How long a delivery is retried. */
export const WEBHOOK_PATIENCE_HOURS = 48

/** The states of a delivery; `failing` ones wait as well. */
export const deliveryStates = ['waiting', 'failing', 'delivered', 'given_up'] as const
export type WebhookDeliveryState = (typeof deliveryStates)[number]

const LONGEST_URL = 2000
const URL_WANTED = 'Please enter an address that begins with https://.'
const EVENTS_WANTED = 'Please choose at least one event.'
const TYPES_WANTED = 'Please choose at least one kind of record.'

const url = z
  .string(URL_WANTED)
  .trim()
  .max(LONGEST_URL, `An address has at most ${LONGEST_URL} characters.`)
  .refine((text) => ['http:', 'https:'].includes(URL.parse(text)?.protocol ?? ''), URL_WANTED)
  .refine((text) => {
    const parsed = URL.parse(text)
    return !parsed?.username && !parsed?.password
  }, 'Please enter an address without user name and password.')

const record_types = z
  .array(z.enum(programTypes, 'Unknown kind of record.'), TYPES_WANTED)
  .max(programTypes.length)
  .transform((types) => [...new Set(types)])
const events = z
  .array(z.enum(webhookEvents, 'Unknown event.'), EVENTS_WANTED)
  .min(1, EVENTS_WANTED)
  .max(webhookEvents.length)
  .transform((chosen) => [...new Set(chosen)])

/** Whether these events also need kinds of records. */
export const needsTypes = (chosen: readonly WebhookEvent[]) => chosen.includes('record.changed')

export const webhookFields = z
  .object({ url, record_types, events })
  .refine(({ record_types: types, events: chosen }) => types.length > 0 || !needsTypes(chosen), {
    path: ['record_types'],
    message: TYPES_WANTED,
  })

/** A receiver's address and the events it gets. Its secret is shown once, when it is added or replaced. */
const webhook = z.object({
  _id: z.string(),
  url: z.string(),
  /** The kinds of records whose changes are sent. */
  record_types: z.array(z.enum(programTypes)),
  events: z.array(z.enum(webhookEvents)),
  state: z.enum(['active', 'failing', 'paused', 'ended']),
  /**
   * Why it was paused or ended automatically: after a restore, because the receiver answered 410, or because someone
   * with a stolen account widened what it gets.
   */
  why: z.enum(['restored', 'gone', 'stranger']).nullable(),
  created_at: z.iso.datetime(),
  made_by: reference,
  ended_at: z.iso.datetime().nullable(),
  /** Until when the previous secret also signs. */
  old_secret_until: z.iso.datetime().nullable(),
  last_delivered_at: z.iso.datetime().nullable(),
  failing_since: z.iso.datetime().nullable(),
  /** Why the last delivery failed. */
  problem: z.string().nullable(),
  next_try_at: z.iso.datetime().nullable(),
  /** How many deliveries are waiting, and how many were given up and not dismissed. */
  waiting: z.int(),
  given_up: z.int(),
})
export type Webhook = z.output<typeof webhook>

/** One event for one receiver. `_id` is its `webhook-id`. */
const delivery = z.object({
  _id: z.string(),
  type: z.enum(webhookEvents),
  at: z.iso.datetime(),
  record_type: z.enum(recordTypes),
  record_id: z.string(),
  state: z.enum(deliveryStates),
  tries: z.int(),
  /** The HTTP status of the last answer, if any. */
  status: z.int().nullable(),
  problem: z.string().nullable(),
  next_try_at: z.iso.datetime().nullable(),
  done_at: z.iso.datetime().nullable(),
})
export type WebhookDelivery = z.output<typeof delivery>

/** The outcome of a test event. */
const tried = z.object({
  delivered: z.boolean(),
  status: z.int().nullable(),
  milliseconds: z.int(),
  problem: z.string().nullable(),
})
export type WebhookTried = z.output<typeof tried>

const one = z.object({ webhook_id: id })
const withSecret = answered(webhook).extend({ secret: z.string() })

export const webhooks = {
  /** All webhooks, newest first. */
  list: endpoint('admin/webhooks/list', z.object({}), answered(z.array(webhook))),
  /** Adds a webhook. Only this answer has its `secret`, which receivers check signatures with. */
  add: endpoint('admin/webhooks/add', webhookFields, withSecret, { proof: 'fresh' }),
  /** Changes what is sent, and where; a webhook that `is_paused` keeps its deliveries until it resumes. */
  edit: endpoint(
    'admin/webhooks/edit',
    z.object({
      webhook_id: id,
      url: url.optional(),
      record_types: record_types.optional(),
      events: events.optional(),
      is_paused: flag.optional(),
    }),
    answered(webhook),
    { proof: 'fresh' },
  ),
  /** Ends a webhook at once; waiting deliveries are not sent. */
  end: endpoint('admin/webhooks/end', one, said, { proof: true }),
  /** Sends a test event now and answers the outcome. */
  try: endpoint('admin/webhooks/try', one, answered(tried)),
  /** A webhook's deliveries, newest first; successful ones for a week. */
  deliveries: endpoint(
    'admin/webhooks/deliveries',
    listInput.pick({ page: true, per_page: true }).extend({ webhook_id: id, state: z.enum(deliveryStates).optional() }),
    pageOf(delivery),
  ),
  /** Replaces the secret. The old one also signs for a day. */
  newSecret: endpoint('admin/webhooks/new_secret', one, withSecret, { proof: 'fresh' }),
  /** Resends deliveries that were given up (`again`), or dismisses them: they are removed. */
  givenUp: endpoint('admin/webhooks/given_up', one.extend({ again: z.boolean() }), said),
}
