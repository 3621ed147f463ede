import { sql } from 'kysely'
import type { Topic } from '#contract/topics.ts'
import { listOf, selectRecords } from '../../records/list-of.ts'
import { toRecord } from '../../records/to-record.ts'
import { pageCounts } from '../manual-pages/manual-pages.repository.ts'

const countSubTopics = (isDeleted: 0 | 1) =>
  sql<number | string>`(
    select count(*) from sub_topics where topic_id = topics.id and sub_topics.is_deleted = ${sql.lit(isDeleted)}
  )`

const pages = pageCounts('topic_id', 'topics.id')

export const topicList = listOf('topics', {
  select: (db) =>
    selectRecords(db, 'topics').select([
      countSubTopics(0).as('subtopic_count'),
      countSubTopics(1).as('deleted_subtopic_count'),
      pages.active.as('page_count'),
      pages.deleted.as('deleted_page_count'),
    ]),
  toWire: (row): Topic => ({
    ...toRecord(row),
    required: row.required === 1,
    subtopic_count: Number(row.subtopic_count),
    deleted_subtopic_count: Number(row.deleted_subtopic_count),
    page_count: Number(row.page_count),
    deleted_page_count: Number(row.deleted_page_count),
  }),
  reads: ['sub_topics', 'manual_pages', 'manuals'],
})
