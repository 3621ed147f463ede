import type { z } from 'zod'
import type { modelFields } from '#contract/models.ts'
import { recordsOf } from '../records/records-of.ts'
import { modelList } from './models.repository.ts'

export const modelRecords = recordsOf(modelList, {
  toColumns: (fields: z.output<typeof modelFields>) => fields,
})
