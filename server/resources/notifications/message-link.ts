import { LINK_NOT_SEEN, type LinkType, type MessageLink } from '#contract/message-fields.ts'
import { isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { isPublished, publishedAt } from '../../db/lists/published.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { refused } from '../../errors.ts'

type Linked = { link_type: LinkType | null; link_id: string | null }
type Kept = Linked & { link_lost_at: string | null }

/** The record that a message links to; null if none. */
export const linkOf = ({ link_type, link_id }: Linked): MessageLink | null =>
  link_type && link_id ? { type: link_type, id: link_id } : null

/** A link as stored; nothing if it is not mentioned. Throws 422 for a record that owners do not see now. */
export async function linkColumns(db: Db, link: MessageLink | null | undefined) {
  if (link === undefined) return {}
  const checked = await checkedLink(db, link)
  return { link_type: checked?.type ?? null, link_id: checked?.id ?? null, link_lost_at: null }
}

/** A link to something owners see now, if there is one. Throws 422 for any other. */
export async function checkedLink(db: Db, link: MessageLink | null | undefined) {
  if (link && !(await isPublished(db, link.type, link.id))) throw refused('link', LINK_NOT_SEEN)
  return link ?? null
}

/**
 * The link that a message goes out with; records that it goes without, if its record is gone. Call it in a transaction.
 */
export async function linkThatGoes(db: Db, id: string, sent: Kept) {
  const link = linkOf(sent)
  if (!link || sent.link_lost_at) return null
  if (await isPublished(db, link.type, link.id)) return link
  const now = isoNow()
  await db
    .updateTable('notifications')
    .set(({ eb }) => ({ link_lost_at: now, updated_at: now, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  return null
}

/** A function that gives each of these messages' links to a record that owners see now; one query per kind. */
export async function shownLinks(db: Db, messages: Kept[]) {
  const links = messages.flatMap((message) => (message.link_lost_at ? [] : (linkOf(message) ?? [])))
  const shown = new Set<string>()
  for (const [type, some] of Map.groupBy(links, ({ type }) => type)) {
    const { sql, values } = publishedAt(type, isoNow())
    const found = await readQuery<{ id: string }>(
      db,
      `select id from ${type} where id in ${engineOf(db).textsFromJson} and ${sql}`,
      [JSON.stringify(some.map(({ id }) => id)), ...values],
    )
    for (const { id } of found) shown.add(`${type} ${id}`)
  }
  return (message: Kept) => {
    const link = message.link_lost_at ? null : linkOf(message)
    return link && shown.has(`${link.type} ${link.id}`) ? link : null
  }
}
