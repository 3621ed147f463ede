import { recordsOf } from '../records/records-of.ts'
import { modelList } from './models.repository.ts'

export const modelRecords = recordsOf(modelList)
