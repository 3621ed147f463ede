import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { id, nameText, optionalFlag, optionalText, placeInOrder, searchText, seqNo } from './fields.ts'
import { frenchState } from './french.ts'
import { column, recordKind } from './kind.ts'
import { plainName } from './plain-text.ts'
import { recordCallsOf } from './record-calls.ts'
import { done, record, restoring, which } from './records.ts'
import { pagesAlong, subTopic } from './sub-topics.ts'

export const topicKind = recordKind({
  noun: ['topic', 'topics'],
  name: 'Topic',
  key: 'topic_id',
  tag: 'Topics',
  about: 'The topics of the owner’s manuals.',
  help: 'The chapters of the owner’s manuals. Sub topics and manual pages belong to one.',
  columns: {
    name: column.inFrench(column.keyed('Name', 'owners', 'Electrical')),
    seq_no: column.number('Sequence No.', 'owners'),
    required: { ...column.flag('Required', 'office'), since: '1.2.0' },
  },
  title: ['name'],
  disambiguatedBy: [],
  unique: { columns: ['name'], thing: 'Topic', field: 'name' },
  sequence: {},
  bulk: ['delete', 'restore'],
  set: [],
})

export const topicFields = z.object({
  name: nameText(100),
  name_fr: optionalText(100, plainName),
  seq_no: seqNo,
  /** Whether every manual must have a page about it. */
  required: optionalFlag,
})
/** The counts say how many sub topics and manual pages would be deleted or restored with it. */
export const topic = record.extend({
  name: z.string().meta({ description: 'The heading of the chapter.' }),
  name_fr: z.string(),
  ...frenchState,
  seq_no: placeInOrder,
  required: z.boolean(),
  subtopic_count: z.int(),
  deleted_subtopic_count: z.int(),
  page_count: z.int(),
  deleted_page_count: z.int(),
})
export type Topic = z.output<typeof topic>

const whichTopic = which('topic_id')
/** How many sub topics and manual pages were deleted or restored with it. */
const doneAlong = done.extend({ data: pagesAlong.extend({ subtopic_count: z.int() }) })

export const topics = {
  ...recordCallsOf('admin/topics', topicKind, { fields: topicFields, row: topic }),
  delete: endpoint('admin/topics/delete', whichTopic, doneAlong, { change: 'delete' }),
  restore: endpoint('admin/topics/restore', restoring('topic_id'), doneAlong, { change: 'restore' }),
  /**
   * The active sub topics of a topic, optionally only those whose name contains `name`, for drop-downs in other forms.
   */
  subtopics: endpoint(
    'admin/topics/subtopics',
    z.object({ topic_id: id, name: searchText(100).optional() }),
    z.object({ message: z.string(), data: z.array(subTopic) }),
  ),
}
