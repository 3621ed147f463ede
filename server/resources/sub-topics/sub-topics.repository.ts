import type { ListInput } from '#contract/records.ts'
import type { SubTopic } from '#contract/sub-topics.ts'
import { idColumn, nameColumn, numberColumn, textColumn } from '../../db/list-columns.ts'
import { inSequence, type List, listPage } from '../../db/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { type RecordShape, toRecord } from '../../records/to-record.ts'

type Row = RecordShape & { name: string; seq_no: number; topic_id: string; topic_name: string }

const selectSubTopics = (db: Db) =>
  db
    .selectFrom('sub_topics')
    .innerJoin('topics', 'topics.id', 'sub_topics.topic_id')
    .select([
      'sub_topics.id',
      'sub_topics.is_deleted',
      'sub_topics.version',
      'sub_topics.created_at',
      'sub_topics.updated_at',
      'sub_topics.name',
      'sub_topics.seq_no',
      'sub_topics.topic_id',
      'topics.name as topic_name',
    ])

const toSubTopic = ({ topic_id, ...row }: Row): SubTopic => ({
  ...toRecord(row),
  topic_id: { _id: topic_id, name: row.topic_name },
})

const subTopicList: List<Row, SubTopic> = {
  table: 'sub_topics',
  select: selectSubTopics,
  toWire: toSubTopic,
  reads: ['topics'],
  columns: {
    topic_id: idColumn('sub_topics.topic_id'),
    topic_name: nameColumn('topics', 'sub_topics.topic_id'),
    name: textColumn('sub_topics', 'name_key'),
    seq_no: numberColumn('sub_topics.seq_no'),
  },
  order: inSequence('sub_topics'),
}

/** One page of sub topics. */
export const listSubTopics = (db: Db, input: ListInput) => listPage(db, subTopicList, input)

/** The sub topic with this id, deleted or not. Throws 404. */
export async function findSubTopic(db: Db, id: string) {
  const row = await selectSubTopics(db).where('sub_topics.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This sub topic')
  return toSubTopic(row)
}

/** The active sub topics of a topic, in sequence order: at most 1,000. */
export async function subTopicsOf(db: Db, topicId: string) {
  const rows = await selectSubTopics(db)
    .where('sub_topics.topic_id', '=', topicId)
    .where('sub_topics.is_deleted', '=', 0)
    .orderBy('sub_topics.seq_no')
    .orderBy('sub_topics.name_key')
    .orderBy('sub_topics.id')
    .limit(1000)
    .execute()
  return rows.map(toSubTopic)
}

/** A name that two sub topics of a topic share, deleted ones included; nothing when each has its own. */
export async function namesakesAmong(db: Db, topicId: string) {
  const shared = await db
    .selectFrom('sub_topics')
    .select(({ fn }) => fn.min('name').as('name'))
    .where('topic_id', '=', topicId)
    .groupBy('name_key')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .executeTakeFirst()
  return shared?.name
}
