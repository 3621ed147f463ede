import type { RvType } from '#contract/rv-types.ts'
import { listOf, selectRecords } from '../../records/list-of.ts'
import { toRecord } from '../../records/to-record.ts'
import { modelCount } from '../models/models.repository.ts'

export const rvTypeList = listOf('rv_types', {
  select: (db) => selectRecords(db, 'rv_types').select(modelCount('cat_id', 'rv_types.id')),
  toWire: (row): RvType => ({ ...toRecord(row), model_count: Number(row.model_count) }),
  reads: ['models'],
})
