import type { z } from 'zod'
import type { topicFields } from '#contract/topics.ts'
import { recordsOf } from '../records/records-of.ts'
import { topicList } from './topics.repository.ts'

/** Topics; see below.service.ts for what is deleted and restored with one. */
export const topicRecords = recordsOf(topicList, {
  toColumns: ({ required, ...fields }: z.output<typeof topicFields>, current) => ({
    ...fields,
    required: Number(required ?? current?.required ?? 0),
  }),
})
