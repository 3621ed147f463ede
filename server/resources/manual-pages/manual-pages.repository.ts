import { sql } from 'kysely'
import type { ManualPage } from '#contract/manual-pages.ts'
import { isoNow } from '../../clock.ts'
import { engineOf } from '../../db/engines/engine.ts'
import { flagColumn, idColumn, nameColumn, timeColumn } from '../../db/lists/list-columns.ts'
import { type List, newestFirst, type RowOf } from '../../db/lists/list-page.ts'
import { isPublished, isShownAt, publishedOf } from '../../db/lists/published.ts'
import { freshRows } from '../../db/lists/query-cache.ts'
import type { Db } from '../../db/schema.ts'
import { recordColumns } from '../../records/activity.ts'
import { toRecord } from '../../records/to-record.ts'
import { manualName, manualNameColumn } from '../manuals/manuals.repository.ts'
import { IN_SEQUENCE, PLACES_IN_SEQUENCE } from '../manuals/printed.ts'

const selectManualPages = (db: Db) =>
  db
    .selectFrom('manual_pages')
    .innerJoin('manuals', 'manuals.id', 'manual_pages.manual_id')
    .innerJoin('rv_types', 'rv_types.id', 'manuals.cat_id')
    .innerJoin('years', 'years.id', 'manuals.year_id')
    .innerJoin('topics', 'topics.id', 'manual_pages.topic_id')
    .innerJoin('sub_topics', 'sub_topics.id', 'manual_pages.subtopic_id')
    .select(recordColumns('manual_pages'))
    .select([
      'manual_pages.manual_id',
      'rv_types.name as rv_type',
      'years.name as year_name',
      'years.rollover_id',
      'manual_pages.topic_id',
      'topics.name as topic',
      'manual_pages.subtopic_id',
      'sub_topics.name as subtopic',
      'manual_pages.content',
      'manual_pages.content_fr',
      'manual_pages.french',
      'manual_pages.publish_at',
      'manual_pages.unpublish_at',
      'manual_pages.edits_at',
    ])

type Row = RowOf<typeof selectManualPages>

function toManualPage({
  manual_id,
  rv_type,
  year_name,
  topic_id,
  subtopic_id,
  content,
  rollover_id,
  ...row
}: Row): ManualPage {
  const name = manualName(rv_type, year_name)
  return {
    ...toRecord(row),
    name,
    manual_id: { _id: manual_id, name },
    topic_id: { _id: topic_id, name: row.topic },
    subtopic_id: { _id: subtopic_id, name: row.subtopic },
    content,
    is_prepared: rollover_id !== null,
    publish_at: row.publish_at,
    unpublish_at: row.unpublish_at,
    edits_at: row.edits_at,
  }
}

export const manualPageList: List<Row, ManualPage, 'manual_pages'> = {
  table: 'manual_pages',
  select: selectManualPages,
  toWire: toManualPage,
  reads: ['admins', 'manuals', 'rv_types', 'years', 'topics', 'sub_topics'],
  columns: {
    publish_at: { ...timeColumn('manual_pages.publish_at'), nullable: true },
    unpublish_at: { ...timeColumn('manual_pages.unpublish_at'), nullable: true },
    edits_at: { ...timeColumn('manual_pages.edits_at'), nullable: true },
    french: idColumn('manual_pages.french'),
    manual_id: idColumn('manual_pages.manual_id'),
    topic_id: idColumn('manual_pages.topic_id'),
    subtopic_id: idColumn('manual_pages.subtopic_id'),
    name: manualNameColumn('manual_pages.manual_id', ['inner join manuals on manuals.id = manual_pages.manual_id']),
    topic: nameColumn('topics', 'manual_pages.topic_id'),
    subtopic: nameColumn('sub_topics', 'manual_pages.subtopic_id'),
    has_text: flagColumn("(case when manual_pages.content = '' then 0 else 1 end)"),
  },
  order: newestFirst('manual_pages'),
  scopes: { published: publishedOf('manual_pages') },
  within: {
    by: 'manual_id',
    order: [...PLACES_IN_SEQUENCE, 'manual_pages.is_deleted', 'manual_pages.id'],
    orderJoin: `inner join topics on topics.id = manual_pages.topic_id
      inner join sub_topics on sub_topics.id = manual_pages.subtopic_id`,
  },
}

/** The names in this place of a page: its manual's, topic's and sub topic's; '' for missing ones. */
export async function namesOfPlace(
  db: Db,
  { manual_id, topic_id, subtopic_id }: { manual_id: string; topic_id: string; subtopic_id: string },
) {
  const [manual, topic, subtopic] = await Promise.all([
    db
      .selectFrom('manuals')
      .innerJoin('rv_types', 'rv_types.id', 'manuals.cat_id')
      .innerJoin('years', 'years.id', 'manuals.year_id')
      .select(['rv_types.name as rv_type', 'years.name as year_name'])
      .where('manuals.id', '=', manual_id)
      .executeTakeFirst(),
    db.selectFrom('topics').select('name').where('id', '=', topic_id).executeTakeFirst(),
    db.selectFrom('sub_topics').select('name').where('id', '=', subtopic_id).executeTakeFirst(),
  ])
  return {
    name: manual ? manualName(manual.rv_type, manual.year_name) : '',
    topic: topic?.name ?? '',
    subtopic: subtopic?.name ?? '',
  }
}

const selectInSequence = (db: Db, manualId: string, at: string) =>
  selectManualPages(db)
    .select('manual_pages.content_key')
    .where('manual_pages.manual_id', '=', manualId)
    .where(isShownAt('manual_pages', at))
    .orderBy(sql.raw(IN_SEQUENCE))

/**
 * The content of a manual's PDF: its currently visible pages, in sequence order, with their HTML as stored, in both
 * languages.
 */
export const pagesInSequence = (db: Db, manualId: string) =>
  selectInSequence(db, manualId, isoNow())
    .select([
      'rv_types.name_fr as rv_type_fr',
      'topics.name_fr as topic_fr',
      'sub_topics.name_fr as subtopic_fr',
      'manual_pages.content_fr_key',
    ])
    .execute()

/** A published manual's pages in sequence order at a moment: all of them, or the requested page of the list. */
export async function listInSequence(
  db: Db,
  manualId: string,
  { page, per_page, at }: { page?: number | undefined; per_page?: number | undefined; at: string },
) {
  const current_page = page ?? 1
  if (!(await isPublished(db, 'manuals', manualId))) return { data: [], total: 0, current_page }
  const total = await countShown(db, manualId, at)
  const isPaged = page !== undefined || per_page !== undefined
  const size = per_page ?? 10
  // An index finds the places of a page, and only then are its contents read.
  const place = db
    .selectFrom('manual_pages')
    .innerJoin('topics', 'topics.id', 'manual_pages.topic_id')
    .innerJoin('sub_topics', 'sub_topics.id', 'manual_pages.subtopic_id')
    .select('manual_pages.subtopic_id')
    .where('manual_pages.manual_id', '=', manualId)
    .where(isShownAt('manual_pages', at))
    .orderBy(sql.raw(IN_SEQUENCE))
    .limit(size)
    .offset((current_page - 1) * size)
  const all = selectInSequence(db, manualId, at)
  const rows = await (isPaged ? all.where('manual_pages.subtopic_id', 'in', place) : all).execute()
  return { data: rows.map(toManualPage), total, current_page }
}

async function countShown(db: Db, manualId: string, at: string) {
  const { total } = await db
    .selectFrom('manual_pages')
    .select(({ fn }) => fn.countAll().as('total'))
    .where('manual_id', '=', manualId)
    .where(isShownAt('manual_pages', at))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/**
 * The ids of the deleted pages that are restored with their topic or sub topic, of `only` these if given, and the
 * number of those that are not because their manual is deleted. Of several pages for the same manual and sub topic only
 * the last changed one counts, and none if an active one exists, because nothing tells such pages apart.
 */
export async function pagesToRestore(db: Db, below: { topic_id: string } | { subtopic_id: string }, only?: string[]) {
  const [[column, id]] = Object.entries(below) as [['topic_id' | 'subtopic_id', string]]
  const rows = await db
    .selectFrom('manual_pages as page')
    .innerJoin('manuals', 'manuals.id', 'page.manual_id')
    .select(['page.id', 'page.manual_id', 'page.topic_id', 'page.subtopic_id', 'manuals.is_deleted as stays'])
    .where(`page.${column}`, '=', id)
    .where('page.is_deleted', '=', 1)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('manual_pages as twin')
            .select('twin.id')
            .whereRef('twin.manual_id', '=', 'page.manual_id')
            .whereRef('twin.topic_id', '=', 'page.topic_id')
            .whereRef('twin.subtopic_id', '=', 'page.subtopic_id')
            .where('twin.is_deleted', '=', 0),
        ),
      ),
    )
    .orderBy('page.updated_at', 'desc')
    .orderBy('page.id', 'desc')
    .execute()
  const among = only && new Set(only)
  const newest = new Map<string, (typeof rows)[number]>()
  for (const row of rows) {
    const place = `${row.manual_id} ${row.topic_id} ${row.subtopic_id}`
    if ((!among || among.has(row.id)) && !newest.has(place)) newest.set(place, row)
  }
  const meant = [...newest.values()]
  const restored = meant.filter(({ stays }) => !stays).map(({ id }) => id)
  return { restored, left: meant.length - restored.length }
}

/** SQL for how many pages in total pagesToRestore finds among those that meet the condition `those`. */
export const countPagesToRestore = (those: string) => `
  select count(distinct manual_pages.manual_id || ' ' || manual_pages.topic_id || ' ' || manual_pages.subtopic_id) as total
  from manual_pages inner join manuals on manuals.id = manual_pages.manual_id and manuals.is_deleted = 0
  where ${those} and manual_pages.is_deleted = 1 and not exists (
    select 1 from manual_pages as twin
    where twin.manual_id = manual_pages.manual_id and twin.topic_id = manual_pages.topic_id
      and twin.subtopic_id = manual_pages.subtopic_id and twin.is_deleted = 0)`

/** SQL for how many pages are deleted, and how many are restored, with the record whose id is in `idColumn`. */
export function pageCounts(column: 'topic_id' | 'subtopic_id', idColumn: string) {
  const all = sql`select count(*) from manual_pages where manual_pages.${sql.ref(column)} = ${sql.ref(idColumn)}`
  return {
    // Both counts read indexes alone. If asked for active ones, SQLite may read all active pages for each record.
    active: sql<number | string>`((${all}) - (${all} and manual_pages.is_deleted = 1))`,
    deleted: sql<number | string>`(
      select count(distinct manual_id || ' ' || subtopic_id)
      from manual_pages inner join manuals on manuals.id = manual_pages.manual_id and manuals.is_deleted = 0
      where manual_pages.${sql.ref(column)} = ${sql.ref(idColumn)} and manual_pages.is_deleted = 1
    )`,
  }
}

/**
 * Up to so many of these pages in the order of their manuals, and within those in sequence, each with its full title.
 */
export async function titledInSequence(db: Db, ids: string[], most: number) {
  const sql = `select manual_pages.id, rv_types.name as rv_type, years.name as year, topics.name as topic,
       sub_topics.name as subtopic
     from manual_pages
       inner join manuals on manuals.id = manual_pages.manual_id
       inner join rv_types on rv_types.id = manuals.cat_id
       inner join years on years.id = manuals.year_id
       inner join topics on topics.id = manual_pages.topic_id
       inner join sub_topics on sub_topics.id = manual_pages.subtopic_id
     where manual_pages.id in ${engineOf(db).textsFromJson}
     order by rv_types.name_key, years.name_key, manuals.id, ${IN_SEQUENCE}
     limit ${most}`
  return freshRows(
    db,
    { offThread: true },
    { sql, values: [JSON.stringify(ids)] },
    ({ id, rv_type, year, topic, subtopic }: Record<'id' | 'rv_type' | 'year' | 'topic' | 'subtopic', string>) => ({
      id,
      title: `${manualName(rv_type, year)} · ${topic} · ${subtopic}`,
    }),
  )
}
