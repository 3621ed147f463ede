import { recordsOf } from '../records/records-of.ts'
import { yearList } from './years.repository.ts'

/** Years; models keep a deleted one. */
export const yearRecords = recordsOf(yearList)
