import type { z } from 'zod'
import {
  type DeliveryState,
  deliveryStates,
  type Notification,
  type notifications,
  type Recipient,
  type RecipientState,
  type stages,
} from '#contract/notifications.ts'
import type { ListInput } from '#contract/records.ts'
import { either } from '../../db/lists/condition.ts'
import {
  idColumn,
  type ListColumn,
  nameColumn,
  numberColumn,
  optionalNameColumn,
  referencedText,
  textColumn,
} from '../../db/lists/list-columns.ts'
import { type List, listPage, newestFirst, type RowOf } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { matchText } from '../../db/search/text-conditions.ts'
import { foldText } from '../../db/search/text-key.ts'
import { notFound } from '../../errors.ts'
import { recordColumns } from '../../records/activity.ts'
import { toRecord } from '../../records/to-record.ts'
import { linkOf } from './message-link.ts'

const selectNotifications = (db: Db) =>
  db
    .selectFrom('notifications')
    .leftJoin('admins', 'admins.id', 'notifications.sent_by')
    .select(recordColumns('notifications'))
    .select([
      'notifications.title',
      'notifications.description',
      'notifications.title_fr',
      'notifications.description_fr',
      'notifications.recipients',
      'notifications.counts',
      'notifications.purpose',
      'notifications.no_consent',
      'notifications.audience',
      'notifications.send_at',
      'notifications.local_time',
      'notifications.counted',
      'notifications.went_at',
      'notifications.ended_at',
      'notifications.recalled_at',
      'notifications.link_type',
      'notifications.link_id',
      'notifications.link_lost_at',
      'admins.name as sent_by',
    ])

type Row = RowOf<typeof selectNotifications>

const nobody = Object.fromEntries(deliveryStates.map((state) => [state, 0])) as Record<DeliveryState, number>

/** Those who opted out before it went no longer count as recipients. */
function toNotification({
  counts,
  no_consent,
  recipients,
  audience,
  recalled_at,
  local_time,
  sent_by,
  link_type,
  link_id,
  ...row
}: Row): Notification {
  const {
    no_consent: stopped = 0,
    not_meant = 0,
    recalled = 0,
    ...states
  } = JSON.parse(counts) as Partial<Record<RecipientState, number>>
  return {
    ...toRecord({ ...row, recipients: recipients - stopped }),
    sent_by: sent_by ?? NOBODY,
    local_time: local_time === 1,
    link: linkOf({ link_type, link_id }),
    stage: stageOf({ ...row, recalled_at }),
    held_back: { no_consent: no_consent + stopped, weekly_limit: states.weekly_limit ?? 0, not_meant, recalled },
    ...meantFor(audience),
    counts: { ...nobody, ...states },
  }
}

/** The sender shown for what nobody sent: maintenance reminders. */
const NOBODY = 'System'

/** The columns of a message that goes at once, and has no link. */
export const AT_ONCE = {
  send_at: null,
  local_time: 0,
  counted: null,
  went_at: null,
  ended_at: null,
  recalled_at: null,
  link_type: null,
  link_id: null,
  link_lost_at: null,
} as const

type Times = Pick<Row, 'send_at' | 'went_at' | 'ended_at' | 'recalled_at'>

/** Whether a message waits for its time, is going out, has gone, or was recalled. */
export function stageOf({ send_at, went_at, ended_at, recalled_at }: Times): (typeof stages)[number] {
  if (recalled_at) return 'recalled'
  if (!send_at || ended_at) return 'sent'
  return went_at ? 'going' : 'scheduled'
}

/** The stored audience: the conditions, and their sentence at that time. */
export type KeptAudience = { audience: Record<string, unknown>; meant_for: string }
const meantFor = (kept: string | null) =>
  kept === null ? { audience: null, meant_for: null } : (JSON.parse(kept) as KeptAudience)

/** SQL for a ledger row of anyone who got a message, or was to. */
export const WAS_FOR = "state not in ('not_meant', 'recalled')"

/** An owner who received the messages, by id. */
const receivedByColumn: ListColumn = {
  ops: ['eq'],
  orderBy: ['notifications.id'],
  reads: ['notification_recipients'],
  where: (_op, value, _to, { noIndex }) =>
    typeof value === 'string'
      ? {
          sql: `${noIndex}notifications.id in (select notification_id from notification_recipients
            where user_id = ? and ${WAS_FOR})`,
          values: [value],
        }
      : null,
}

const senderColumn = optionalNameColumn('admins', 'notifications.sent_by')
/** What nobody sent is found by the name shown for it. */
const BY_NOBODY = `case when notifications.sent_by is null then '${foldText(NOBODY)}' end`
const sentByColumn: ListColumn = {
  ...senderColumn,
  ...referencedText((op, value, strategy) => {
    // There are few administrators, so they have no search index.
    const bySomebody = senderColumn.where(op, value, undefined, { ...strategy, otherSearchTables: false })
    return either(...(bySomebody ? [bySomebody] : []), matchText(BY_NOBODY, op, value))
  }),
}

export const notificationList: List<Row, Notification, 'notifications'> = {
  table: 'notifications',
  select: selectNotifications,
  toWire: toNotification,
  reads: ['admins'],
  columns: {
    title: textColumn('notifications', 'title_key'),
    sent_by: sentByColumn,
    recipients: numberColumn('notifications.recipients'),
    recipient_id: receivedByColumn,
  },
  order: newestFirst('notifications'),
}

/** One page of sent messages. */
export const listNotifications = (db: Db, input: ListInput) => listPage(db, notificationList, input)

/** The sent message with this id. Throws 404. */
export async function findNotification(db: Db, id: string) {
  const row = await selectNotifications(db).where('notifications.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This notification')
  return toNotification(row)
}

/** The parts of a message that go out. */
export const findSent = (db: Db, id: string) =>
  db
    .selectFrom('notifications')
    .select([
      'title',
      'description',
      'title_fr',
      'description_fr',
      'purpose',
      'imprint',
      'link_type',
      'link_id',
      'link_lost_at',
      'send_at',
      'local_time',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** A message's text with the imprint below, if there is one. */
export const withImprint = (text: string, imprint: string) => (imprint ? `${text}\n\n${imprint}` : text)

/** Recipients have no stamp of their own: each change of one also moves the messages' stamp, see moveCounts. */
const STAMPED = 'notifications'

type RecipientRow = Omit<Recipient, '_id' | 'srno'> & { user_id: string }

const selectRecipients = (db: Db) =>
  db
    .selectFrom('notification_recipients')
    .innerJoin('users', 'users.id', 'notification_recipients.user_id')
    .select([
      'notification_recipients.user_id',
      'notification_recipients.state',
      'notification_recipients.reason',
      'notification_recipients.attempts',
      'notification_recipients.read_at as opened_at',
      'notification_recipients.updated_at',
      'users.name',
      'users.email',
    ])

export const recipientList: List<RecipientRow, Recipient, 'notification_recipients'> = {
  table: 'notification_recipients',
  select: selectRecipients,
  toWire: ({ user_id, ...row }) => ({ _id: user_id, ...row }),
  reads: [STAMPED, 'users'],
  columns: {
    name: nameColumn('users', 'notification_recipients.user_id'),
    state: idColumn('notification_recipients.state'),
  },
  scopes: { notification_id: { ...idColumn('notification_recipients.notification_id'), reads: [STAMPED] } },
  order: ['notification_recipients.seq'],
  key: 'seq',
}

/** One page of a message's recipients and their delivery states. Throws 404. */
export async function listRecipients(
  db: Db,
  { notification_id, ...input }: z.output<typeof notifications.recipients.input>,
) {
  await findNotification(db, notification_id)
  return listPage(db, recipientList, input, { notification_id })
}
