import type { z } from 'zod'
import {
  type DeliveryState,
  deliveryStates,
  type Notification,
  type notifications,
  type Recipient,
  type RecipientState,
} from '#contract/notifications.ts'
import type { InboxMessage } from '#contract/owner/notifications.ts'
import { type ListInput, MOST_WITHOUT_PAGE } from '#contract/records.ts'
import { idColumn, type ListColumn, nameColumn, numberColumn, textColumn } from '../../db/lists/list-columns.ts'
import { type List, listPage, newestFirst, type RowOf } from '../../db/lists/list-page.ts'
import { partOf } from '../../db/lists/published.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { recordColumns } from '../../records/activity.ts'
import { toRecord } from '../../records/undo/to-record.ts'

const selectNotifications = (db: Db) =>
  db
    .selectFrom('notifications')
    .innerJoin('admins', 'admins.id', 'notifications.sent_by')
    .select(recordColumns('notifications'))
    .select([
      'notifications.title',
      'notifications.description',
      'notifications.recipients',
      'notifications.counts',
      'notifications.purpose',
      'notifications.no_consent',
      'notifications.audience',
      'admins.name as sent_by',
    ])

type Row = RowOf<typeof selectNotifications>

const nobody = Object.fromEntries(deliveryStates.map((state) => [state, 0])) as Record<DeliveryState, number>

/** Those who said no before it went are no recipients any more. */
function toNotification({ counts, no_consent, recipients, audience, ...row }: Row): Notification {
  const { no_consent: stopped = 0, ...states } = JSON.parse(counts) as Partial<Record<RecipientState, number>>
  return {
    ...toRecord({ ...row, recipients: recipients - stopped }),
    held_back: { no_consent: no_consent + stopped },
    ...meantFor(audience),
    counts: { ...nobody, ...states },
  }
}

/** What is kept of an audience: the conditions, and the sentence that they were. */
export type KeptAudience = { audience: Record<string, unknown>; meant_for: string }
const meantFor = (kept: string | null) =>
  kept === null ? { audience: null, meant_for: null } : (JSON.parse(kept) as KeptAudience)

/** An owner who received the messages, by id. */
const receivedByColumn: ListColumn = {
  ops: ['eq'],
  orderBy: ['notifications.id'],
  reads: ['notification_recipients'],
  where: (_op, value, _to, { noIndex }) =>
    typeof value === 'string'
      ? {
          sql: `${noIndex}notifications.id in (select notification_id from notification_recipients where user_id = ?)`,
          values: [value],
        }
      : null,
}

const senderColumn = nameColumn('admins', 'notifications.sent_by')
const sentByColumn: ListColumn = {
  ...senderColumn,
  // Administrators are few, so they have no search index.
  where: (op, value, to, strategy) => senderColumn.where(op, value, to, { ...strategy, otherSearchTables: false }),
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

/** What goes out of a message. */
export const findSent = (db: Db, id: string) =>
  db
    .selectFrom('notifications')
    .select(['title', 'description', 'purpose', 'imprint'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** The text of a message with what is said below it, if anything. */
export const withImprint = (text: string, imprint: string) => (imprint ? `${text}\n\n${imprint}` : text)

/** Recipients have no stamp of their own: each change of one also moves that of the messages, see moveCounts. */
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

type InboxRow = {
  notification_id: string
  title: string
  description: string
  imprint: string
  read_at: string | null
  sent_at: string
}

const selectInbox = (db: Db) =>
  db
    .selectFrom('notification_recipients')
    .innerJoin('notifications', 'notifications.id', 'notification_recipients.notification_id')
    .select([
      'notification_recipients.notification_id',
      'notification_recipients.read_at',
      'notifications.title',
      'notifications.description',
      'notifications.imprint',
      'notifications.created_at as sent_at',
    ])

/** Whose inbox has the message, unless they have deleted it there. */
const inInboxOf: ListColumn = {
  ops: ['eq'],
  orderBy: ['notification_recipients.seq'],
  reads: [STAMPED],
  where: (_op, value) =>
    typeof value === 'string'
      ? {
          sql: 'notification_recipients.user_id = ? and notification_recipients.removed_at is null',
          values: [value],
        }
      : null,
}

const inboxList: List<InboxRow, InboxMessage, 'notification_recipients'> = {
  table: 'notification_recipients',
  select: selectInbox,
  toWire: ({ notification_id, read_at, sent_at, description, imprint, ...row }) => ({
    _id: notification_id,
    ...row,
    description: withImprint(description, imprint),
    is_read: read_at !== null,
    created_at: sent_at,
  }),
  reads: [STAMPED],
  columns: {},
  scopes: { inbox_of: inInboxOf },
  order: ['notification_recipients.seq desc'],
  key: 'seq',
}

/** One page of the messages in an owner's inbox, newest first. */
export const listInbox = (db: Db, ownerId: string, input: ListInput) =>
  listPage(db, inboxList, input, { inbox_of: ownerId })

/** The next messages in an owner's inbox after one, in the order of their ids. */
export async function inboxAfter(db: Db, ownerId: string, after: string) {
  const found = await selectInbox(db)
    .where('notification_recipients.user_id', '=', ownerId)
    .where('notification_recipients.notification_id', '>', after)
    .where('notification_recipients.removed_at', 'is', null)
    .orderBy('notification_recipients.notification_id')
    .limit(MOST_WITHOUT_PAGE + 1)
    .execute()
  return partOf(found, (row) => row.notification_id, inboxList.toWire)
}

/** Those of these messages that are in an owner's inbox. */
export async function readInInbox(db: Db, ownerId: string, ids: string[]): Promise<InboxMessage[]> {
  const rows = await selectInbox(db)
    .where('notification_recipients.user_id', '=', ownerId)
    .where('notification_recipients.notification_id', 'in', ids)
    .where('notification_recipients.removed_at', 'is', null)
    .execute()
  return rows.map(inboxList.toWire)
}

/** All messages that an owner has received, newest first, also those that they have deleted, each with what became of it. */
export async function readAllMessages(db: Db, ownerId: string) {
  const rows = await selectInbox(db)
    .select(['notification_recipients.state', 'notification_recipients.removed_at', 'notifications.purpose'])
    .where('notification_recipients.user_id', '=', ownerId)
    .orderBy('notification_recipients.seq', 'desc')
    .execute()
  return rows.map(({ state, removed_at, purpose, ...row }) => ({
    ...inboxList.toWire(row),
    state,
    removed_at,
    purpose,
  }))
}
