import { engineOf } from '../../db/engines/engine.ts'
import { cachedRows } from '../../db/lists/query-cache.ts'
import { readCounts } from '../../db/lists/record-counts.ts'
import type { Db } from '../../db/schema.ts'
import { contentKey } from '../../records/names/content-key.ts'

/** The order of the pages of a manual: by topic, then by sub topic. */
export const PLACES_IN_SEQUENCE = ['topics', 'sub_topics'].flatMap((table) => [
  `${table}.seq_no`,
  `${table}.name_key`,
  `${table}.id`,
])

/** The same as SQL. */
export const IN_SEQUENCE = PLACES_IN_SEQUENCE.join(', ')

type PrintedPage = { topic: string; subtopic: string; content_key: string }

/** The digest of what is printed of a manual with this name: the names and contents of its active pages in sequence. */
export const digestOfPages = (name: string, pages: PrintedPage[]) =>
  digest(
    name,
    contentKey(pages.map(({ topic, subtopic, content_key }) => [topic, subtopic, content_key].join('\n')).join('\n')),
  )

const digest = (name: string, pages: string) => contentKey(`${name}\n${pages}`)

/** From this many pages on, reading those of ten manuals may take long enough to block the event loop. */
const MANY_PAGES = 5000

/** The same digest for each of these manuals as they are now, by id. Read along an index, and again only after a change. */
export async function printedDigests(db: Db, manuals: { _id: string; name: string }[]) {
  if (!manuals.length) return new Map<string, string>()
  const counts = await readCounts(db, 'manual_pages', ['topics', 'sub_topics'])
  const sql = `select manual_id,
      string_agg(topics.name || '\n' || sub_topics.name || '\n' || content_key, '\n'
        order by ${IN_SEQUENCE}) as printed
    from manual_pages
      inner join topics on topics.id = manual_pages.topic_id
      inner join sub_topics on sub_topics.id = manual_pages.subtopic_id
    where manual_pages.is_deleted = 0 and manual_id in ${engineOf(db).textsFromJson}
    group by manual_id`
  const rows = await cachedRows(
    db,
    { stamp: counts.stamp, offThread: counts.active >= MANY_PAGES },
    { sql, values: [JSON.stringify(manuals.map(({ _id }) => _id))] },
    ({ manual_id, printed }: { manual_id: string; printed: string }) => [manual_id, contentKey(printed)] as const,
  )
  const pages = new Map(rows)
  return new Map(manuals.map(({ _id, name }) => [_id, digest(name, pages.get(_id) ?? contentKey(''))]))
}
