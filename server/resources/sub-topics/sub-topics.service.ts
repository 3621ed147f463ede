import type { z } from 'zod'
import type { subTopicFields } from '#contract/sub-topics.ts'
import { refused } from '../../errors.ts'
import { recordsOf } from '../records/records-of.ts'
import { subTopicList } from './sub-topics.repository.ts'

type Fields = Omit<z.output<typeof subTopicFields>, 'topic_id'> & { topic_id?: string | undefined }

/** Sub topics, which cannot move to another topic. */
export const subTopicRecords = recordsOf(subTopicList, {
  toColumns({ topic_id, ...fields }: Fields, current) {
    const topicId = current?.topic_id ?? topic_id
    if (topic_id !== undefined && topic_id !== topicId) {
      throw refused('topic_id', 'The topic of a sub topic cannot be changed.', 'fixed')
    }
    return { ...fields, topic_id: topicId ?? '' }
  },
})
