import type { Language } from '#contract/french.ts'
import type { LinkType } from '#contract/message-fields.ts'
import type { InboxMessage } from '#contract/owner/notifications.ts'
import { type ListInput, MOST_WITHOUT_PAGE } from '#contract/records.ts'
import type { ListColumn } from '../../db/lists/list-columns.ts'
import { type List, listPage } from '../../db/lists/list-page.ts'
import { partOf } from '../../db/lists/published.ts'
import type { Db } from '../../db/schema.ts'
import type { Settings } from '../../settings/settings.ts'
import { allTexts, readersOf, textIn } from './message-language.ts'
import { shownLinks } from './message-link.ts'
import { withImprint } from './notifications.repository.ts'
import { type FillsOn, fillers } from './placeholder-values.ts'

type InboxRow = {
  notification_id: string
  title: string
  description: string
  title_fr: string
  description_fr: string
  imprint: string
  read_at: string | null
  link_type: LinkType | null
  link_id: string | null
  link_lost_at: string | null
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
      'notifications.title_fr',
      'notifications.description_fr',
      'notifications.imprint',
      'notifications.link_type',
      'notifications.link_id',
      'notifications.link_lost_at',
    ])
    // For a scheduled message, that is when it reached them.
    .select(({ fn, ref, case: when }) =>
      when()
        .when('notifications.send_at', 'is', null)
        .then(ref('notifications.created_at'))
        .else(fn.coalesce('notification_recipients.told_at', ref('notifications.created_at')))
        .end()
        .as('sent_at'),
    )

/** Whose inbox has the message, unless they have deleted it there. */
const inInboxOf: ListColumn = {
  ops: ['eq'],
  orderBy: ['notification_recipients.seq'],
  reads: ['notifications'],
  where: (_op, value) =>
    typeof value === 'string'
      ? {
          sql: 'notification_recipients.user_id = ? and notification_recipients.removed_at is null',
          values: [value],
        }
      : null,
}

const inboxList: List<InboxRow, InboxRow, 'notification_recipients'> = {
  table: 'notification_recipients',
  select: selectInbox,
  toWire: (row) => row,
  reads: ['notifications'],
  columns: {},
  scopes: { inbox_of: inInboxOf },
  order: ['notification_recipients.seq desc'],
  key: 'seq',
}

/** Whose inbox it is, and the requested language: if French, it overrides the owner's own choice. */
type Reader = { owner: string; language: Language }
export type InboxOn = FillsOn & { settings: Pick<Settings, 'languages'> }

/** The messages as their owner gets them, with placeholders filled in. */
async function asRead(on: InboxOn, { owner, language }: Reader, rows: InboxRow[]): Promise<InboxMessage[]> {
  const fillFor = await fillers(on, [owner], allTexts(rows))
  const own = (await readersOf(on, [owner], rows))(owner)
  const linksNow = await shownLinks(on.db, rows)
  return rows.map(({ notification_id, read_at, sent_at, ...row }) => {
    const reads = language === 'fr' ? language : own
    const { title, description, imprint } = textIn(row, reads)
    const fill = fillFor(owner, notification_id, row.title_fr ? reads : 'en')
    return {
      _id: notification_id,
      title: fill(title),
      description: withImprint(fill(description), imprint),
      is_read: read_at !== null,
      created_at: sent_at,
      link: linksNow(row),
    }
  })
}

/** One page of an owner's inbox, newest first. */
export async function listInbox(on: InboxOn, reader: Reader, input: ListInput) {
  const page = await listPage(on.db, inboxList, input, { inbox_of: reader.owner })
  return { ...page, data: await asRead(on, reader, page.data) }
}

/** The next messages in an owner's inbox after one, by id. */
export async function inboxAfter(on: InboxOn, reader: Reader, after: string) {
  const found = await selectInbox(on.db)
    .where('notification_recipients.user_id', '=', reader.owner)
    .where('notification_recipients.notification_id', '>', after)
    .where('notification_recipients.removed_at', 'is', null)
    .orderBy('notification_recipients.notification_id')
    .limit(MOST_WITHOUT_PAGE + 1)
    .execute()
  const part = partOf(found, (row) => row.notification_id, inboxList.toWire)
  return { ...part, data: await asRead(on, reader, part.data) }
}

/** Those of these messages that are in an owner's inbox. */
export async function readInInbox(on: InboxOn, reader: Reader, ids: string[]): Promise<InboxMessage[]> {
  const rows = await selectInbox(on.db)
    .where('notification_recipients.user_id', '=', reader.owner)
    .where('notification_recipients.notification_id', 'in', ids)
    .where('notification_recipients.removed_at', 'is', null)
    .execute()
  return asRead(on, reader, rows)
}

/** All messages that an owner has received, newest first, including deleted ones, each with its outcome. */
export async function readAllMessages(on: InboxOn, ownerId: string) {
  const rows = await selectInbox(on.db)
    .select(['notification_recipients.state', 'notification_recipients.removed_at', 'notifications.purpose'])
    .where('notification_recipients.user_id', '=', ownerId)
    .orderBy('notification_recipients.seq', 'desc')
    .execute()
  const messages = await asRead(on, { owner: ownerId, language: 'en' }, rows)
  return rows.flatMap(({ state, removed_at, purpose }, place) => {
    const message = messages[place]
    return message ? { ...message, state, removed_at, purpose } : []
  })
}
