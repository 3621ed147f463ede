import { recordsOf } from '../records/records-of.ts'
import { rvTypeList } from './rv-types.repository.ts'

/** RV types; models keep a deleted one. */
export const rvTypeRecords = recordsOf(rvTypeList)
