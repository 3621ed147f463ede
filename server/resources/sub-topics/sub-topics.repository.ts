import type { SubTopic } from '#contract/sub-topics.ts'
import { inSequence, type RowOf } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { containsText } from '../../db/search/text-key.ts'
import { listOf, selectRecords } from '../../records/list-of.ts'
import { toRecord } from '../../records/to-record.ts'
import { pageCounts } from '../manual-pages/manual-pages.repository.ts'

const pages = pageCounts('subtopic_id', 'sub_topics.id')

const selectSubTopics = (db: Db) =>
  selectRecords(db, 'sub_topics')
    .innerJoin('topics', 'topics.id', 'sub_topics.topic_id')
    .select(['topics.name as topic_name', pages.active.as('page_count'), pages.deleted.as('deleted_page_count')])

const toSubTopic = ({ topic_id, ...row }: RowOf<typeof selectSubTopics>): SubTopic => ({
  ...toRecord(row),
  topic_id: { _id: topic_id, name: row.topic_name },
  page_count: Number(row.page_count),
  deleted_page_count: Number(row.deleted_page_count),
})

export const subTopicList = listOf('sub_topics', {
  select: selectSubTopics,
  toWire: toSubTopic,
  reads: ['topics', 'manual_pages', 'manuals'],
  // In the order that a manual's pages are printed.
  order: ['topics.seq_no', 'topics.name_key', 'topics.id', ...inSequence('sub_topics')],
  orderJoin: 'inner join topics on topics.id = sub_topics.topic_id',
  orderWalk: { table: 'topics', index: 'topics_by_seq_no', on: 'topics.id = sub_topics.topic_id' },
})

/** The active sub topics of a topic whose name contains `part`, in sequence order, among the first 1,000. */
export async function subTopicsOf(db: Db, topicId: string, part = '') {
  const rows = await selectSubTopics(db)
    .where('sub_topics.topic_id', '=', topicId)
    .where('sub_topics.is_deleted', '=', 0)
    .orderBy('sub_topics.seq_no')
    .orderBy('sub_topics.name_key')
    .orderBy('sub_topics.id')
    .limit(1000)
    .execute()
  return rows.map(toSubTopic).filter(({ name }) => containsText(name, part))
}

/** The ids of a topic's deleted sub topics. */
export async function deletedSubTopics(db: Db, topicId: string) {
  const rows = await db
    .selectFrom('sub_topics')
    .select('id')
    .where('topic_id', '=', topicId)
    .where('is_deleted', '=', 1)
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * A name that several sub topics of a topic share, including deleted ones, or only these `returning`; undefined if
 * there is none.
 */
export async function namesakesAmong(db: Db, topicId: string, returning?: string[]) {
  const shared = await db
    .selectFrom('sub_topics')
    .select(({ fn }) => fn.min('name').as('name'))
    .where('topic_id', '=', topicId)
    .$if(returning !== undefined, (found) =>
      found.where((sub) => sub.or([sub('is_deleted', '=', 0), sub('id', 'in', returning ?? [])])),
    )
    .groupBy('name_key')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .executeTakeFirst()
  return shared?.name
}
