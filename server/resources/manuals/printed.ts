import type { Language } from '#contract/french.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { periodOf, shownAt } from '../../db/lists/published.ts'
import { cachedRows } from '../../db/lists/query-cache.ts'
import { readCounts } from '../../db/lists/record-counts.ts'
import { readQuery } from '../../db/raw-query.ts'
import type { Db } from '../../db/schema.ts'
import { contentKey } from '../../records/names/content-key.ts'

/** The order of a manual's pages: by topic, then by sub topic. */
export const PLACES_IN_SEQUENCE = ['topics', 'sub_topics'].flatMap((table) => [
  `${table}.seq_no`,
  `${table}.name_key`,
  `${table}.id`,
])

/** The same as SQL. */
export const IN_SEQUENCE = PLACES_IN_SEQUENCE.join(', ')

type PrintedPage = { topic: string; subtopic: string; content_key: string }

/** The digest of what is printed in a manual of this name: names and contents of its visible pages, in sequence. */
export const digestOfPages = (name: string, pages: PrintedPage[]) =>
  digest(
    name,
    contentKey(pages.map(({ topic, subtopic, content_key }) => [topic, subtopic, content_key].join('\n')).join('\n')),
  )

const digest = (name: string, pages: string) => contentKey(`${name}\n${pages}`)

/** From this many pages on, reading those of ten manuals may block the event loop. */
const MANY_PAGES = 5000

/** SQL for what is printed in each language: the name of a topic or sub topic, and the digest of a page. */
const PRINTED = {
  en: { nameOf: (table: string) => `${table}.name`, key: 'content_key' },
  fr: {
    nameOf: (table: string) => `case when ${table}.name_fr = '' then ${table}.name else ${table}.name_fr end`,
    key: `case when content_fr_key in ('', '${contentKey('')}') then content_key else content_fr_key end`,
  },
} satisfies Record<Language, object>

/** These manuals by their RV types' French names, if they have any. */
async function namedInFrench(db: Db, manuals: { _id: string }[]) {
  const sql = `select manuals.id as _id, ${PRINTED.fr.nameOf('rv_types')} || ' - ' || years.name as name
    from manuals inner join rv_types on rv_types.id = manuals.cat_id inner join years on years.id = manuals.year_id
    where manuals.id in ${engineOf(db).textsFromJson}`
  return readQuery<{ _id: string; name: string }>(db, sql, [JSON.stringify(manuals.map(({ _id }) => _id))])
}

/**
 * The same digest for each of these manuals at present, by id, for a language. Read along an index, and again only
 * after a change.
 */
export async function printedDigests(db: Db, manuals: { _id: string; name: string }[], language: Language = 'en') {
  if (!manuals.length) return new Map<string, string>()
  const { nameOf, key } = PRINTED[language]
  const counts = await readCounts(db, 'manual_pages', ['topics', 'sub_topics'])
  const { since } = await periodOf(db, ['manual_pages'], counts.stamp)
  const shown = shownAt('manual_pages', since)
  // Places are ordered once, not for each manual.
  const sql = `with places as materialized (
      select sub_topics.id, ${nameOf('topics')} || '\n' || ${nameOf('sub_topics')} || '\n' as head,
        row_number() over (order by ${IN_SEQUENCE}) as place
      from sub_topics inner join topics on topics.id = sub_topics.topic_id)
    select manuals.id as manual_id, (
      select string_agg(head || ${key}, '\n' order by place)
      from manual_pages inner join places on places.id = manual_pages.subtopic_id
      where manual_pages.manual_id = manuals.id and ${shown.sql}) as printed
    from manuals where manuals.id in ${engineOf(db).textsFromJson}`
  // In a fixed order, so that the dashboard and the coverage ask the same.
  const rows = await cachedRows(
    db,
    { stamp: counts.stamp, offThread: counts.active >= MANY_PAGES },
    { sql, values: [...shown.values, JSON.stringify(manuals.map(({ _id }) => _id).toSorted())] },
    ({ manual_id, printed }: { manual_id: string; printed: string | null }) =>
      [manual_id, contentKey(printed ?? '')] as const,
  )
  const pages = new Map(rows)
  const named = language === 'fr' ? await namedInFrench(db, manuals) : manuals
  return new Map(named.map(({ _id, name }) => [_id, digest(name, pages.get(_id) ?? contentKey(''))]))
}
