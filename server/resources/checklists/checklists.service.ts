import type { z } from 'zod'
import type { checklistFields } from '#contract/checklists.ts'
import { addedBy } from '../../records/added-by.ts'
import { recordsOf } from '../records/records-of.ts'
import { checklistList } from './checklists.repository.ts'

/** Checklists; who added one never changes. */
export const checklistRecords = recordsOf(checklistList, {
  toColumns: (fields: z.output<typeof checklistFields>, current, change) => ({
    ...fields,
    ...(!current && addedBy(change)),
  }),
})
