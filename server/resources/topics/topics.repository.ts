import { sql } from 'kysely'
import type { ListInput } from '#contract/records.ts'
import type { Topic } from '#contract/topics.ts'
import { sequenceColumn, textColumn } from '../../db/list-columns.ts'
import { inSequence, type List, listPage } from '../../db/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { updatedBy } from '../../records/activity.ts'
import { type RecordShape, toRecord } from '../../records/to-record.ts'
import { pageCounts } from '../manual-pages/manual-pages.repository.ts'

type Row = RecordShape & {
  name: string
  seq_no: number
  subtopic_count: number | string
  deleted_subtopic_count: number | string
  page_count: number | string
  deleted_page_count: number | string
}

const countSubTopics = (isDeleted: 0 | 1) =>
  sql<number | string>`(
    select count(*) from sub_topics where topic_id = topics.id and sub_topics.is_deleted = ${sql.lit(isDeleted)}
  )`

const pages = pageCounts('topic_id', 'topics.id')

const selectTopics = (db: Db) =>
  db
    .selectFrom('topics')
    .select(updatedBy('topics'))
    .select([
      'id',
      'is_deleted',
      'version',
      'created_at',
      'updated_at',
      'name',
      'seq_no',
      countSubTopics(0).as('subtopic_count'),
      countSubTopics(1).as('deleted_subtopic_count'),
      pages.active.as('page_count'),
      pages.deleted.as('deleted_page_count'),
    ])

const toTopic = (row: Row): Topic => ({
  ...toRecord(row),
  subtopic_count: Number(row.subtopic_count),
  deleted_subtopic_count: Number(row.deleted_subtopic_count),
  page_count: Number(row.page_count),
  deleted_page_count: Number(row.deleted_page_count),
})

export const topicList: List<Row, Topic> = {
  table: 'topics',
  select: selectTopics,
  toWire: toTopic,
  reads: ['admins', 'sub_topics', 'manual_pages', 'manuals'],
  columns: { name: textColumn('topics', 'name_key'), seq_no: sequenceColumn('topics.seq_no') },
  order: inSequence('topics'),
}

/** One page of topics. */
export const listTopics = (db: Db, input: ListInput) => listPage(db, topicList, input)

/** The topic with this id, deleted or not. Throws 404. */
export async function findTopic(db: Db, id: string) {
  const row = await selectTopics(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This topic')
  return toTopic(row)
}
