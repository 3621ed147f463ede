import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { choice, nameText, optionalText, placeInOrder, seqNo } from './fields.ts'
import { frenchState } from './french.ts'
import { column, recordKind } from './kind.ts'
import { plainName } from './plain-text.ts'
import { recordCallsOf } from './record-calls.ts'
import { done, record, reference, restoring, which } from './records.ts'

const CHOOSE_TOPIC = 'Please select topic'

export const subTopicKind = recordKind({
  noun: ['sub topic', 'sub topics'],
  name: 'Sub Topic',
  entity: 'Subtopic',
  key: 'sub_topic_id',
  tag: 'Sub Topics',
  about: 'The parts of the topics; each can have a page in a manual.',
  help: 'The sections of each topic. Every manual page belongs to one.',
  columns: {
    topic_id: column.reference('Topic', 'owners', 'topics', {
      shownAs: 'topic_name',
      isParent: true,
      deletedWith: true,
      choose: CHOOSE_TOPIC,
    }),
    name: column.inFrench(column.keyed('Name', 'owners', 'Fuses and Breakers')),
    seq_no: column.number('Sequence No.', 'owners'),
  },
  title: ['name'],
  disambiguatedBy: ['topic_id'],
  unique: { columns: ['topic_id', 'name'], thing: 'Subtopic', field: 'name' },
  sequence: { within: 'topic_id' },
  bulk: ['delete', 'restore'],
  set: ['topic_id'],
})

export const subTopicFields = z.object({
  topic_id: choice(CHOOSE_TOPIC),
  name: nameText(100),
  name_fr: optionalText(100, plainName),
  seq_no: seqNo,
})
/**
 * `topic_id` is a reference; `topic_name` repeats its name for lists. The counts say how many manual pages would be
 * deleted or restored with it.
 */
export const subTopic = record.extend({
  topic_id: reference.meta({ description: 'The chapter.' }),
  topic_name: z.string().meta({ description: 'The name of the chapter.' }),
  name: z.string().meta({ description: 'The heading of the section.' }),
  name_fr: z.string(),
  ...frenchState,
  seq_no: placeInOrder,
  page_count: z.int(),
  deleted_page_count: z.int(),
})
export type SubTopic = z.output<typeof subTopic>

const whichSubTopic = which('sub_topic_id')
/**
 * How many manual pages were deleted or restored with it; `pages_left`, if any, is how many were not restored because
 * their manual is deleted.
 */
export const pagesAlong = z.object({ page_count: z.int(), pages_left: z.int().optional() })
const doneAlong = done.extend({ data: pagesAlong })
// The topic cannot change, so it need not be sent again.
const editedFields = subTopicFields.partial({ topic_id: true })

export const subTopics = {
  ...recordCallsOf('admin/subtopics', subTopicKind, { fields: subTopicFields, changes: editedFields, row: subTopic }),
  delete: endpoint('admin/subtopics/delete', whichSubTopic, doneAlong, { change: 'delete' }),
  restore: endpoint('admin/subtopics/restore', restoring('sub_topic_id'), doneAlong, { change: 'restore' }),
}
