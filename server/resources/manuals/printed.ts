import { engineOf } from '../../db/engines/engine.ts'
import { periodOf, shownAt } from '../../db/lists/published.ts'
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

/** The digest of what is printed of a manual with this name: the names and contents of its pages that are to be seen, in sequence. */
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
  const { since } = await periodOf(db, ['manual_pages'], counts.stamp)
  const shown = shownAt('manual_pages', since)
  // The places are put in order once, not for each manual.
  const sql = `with places as materialized (
      select sub_topics.id, topics.name || '\n' || sub_topics.name || '\n' as head,
        row_number() over (order by ${IN_SEQUENCE}) as place
      from sub_topics inner join topics on topics.id = sub_topics.topic_id)
    select manuals.id as manual_id, (
      select string_agg(head || content_key, '\n' order by place)
      from manual_pages inner join places on places.id = manual_pages.subtopic_id
      where manual_pages.manual_id = manuals.id and ${shown.sql}) as printed
    from manuals where manuals.id in ${engineOf(db).textsFromJson}`
  // In one order, so that the dashboard and the coverage ask the same.
  const rows = await cachedRows(
    db,
    { stamp: counts.stamp, offThread: counts.active >= MANY_PAGES },
    { sql, values: [...shown.values, JSON.stringify(manuals.map(({ _id }) => _id).toSorted())] },
    ({ manual_id, printed }: { manual_id: string; printed: string | null }) =>
      [manual_id, contentKey(printed ?? '')] as const,
  )
  const pages = new Map(rows)
  return new Map(manuals.map(({ _id, name }) => [_id, digest(name, pages.get(_id) ?? contentKey(''))]))
}
