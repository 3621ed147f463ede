import type { z } from 'zod'
import type { yearFields } from '#contract/years.ts'
import { recordsOf } from '../records/records-of.ts'
import { yearList } from './years.repository.ts'

/** Years; models keep a deleted one. */
export const yearRecords = recordsOf(yearList, { toColumns: (fields: z.output<typeof yearFields>) => fields })
