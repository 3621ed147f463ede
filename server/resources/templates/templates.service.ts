import type { z } from 'zod'
import type { templateFields } from '#contract/templates.ts'
import { recordsOf } from '../records/records-of.ts'
import { templateList } from './templates.repository.ts'

/** Texts of messages that are sent again and again. */
export const templateRecords = recordsOf(templateList, {
  toColumns: (fields: z.output<typeof templateFields>) => fields,
})
