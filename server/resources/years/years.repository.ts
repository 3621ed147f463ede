import type { Year } from '#contract/years.ts'
import { listOf, selectRecords } from '../../records/list-of.ts'
import { toRecord } from '../../records/to-record.ts'
import { modelCount } from '../models/models.repository.ts'

export const yearList = listOf('years', {
  select: (db) => selectRecords(db, 'years').select(modelCount('year_id', 'years.id')),
  toWire: ({ rollover_id, ...row }): Year => ({
    ...toRecord(row),
    model_count: Number(row.model_count),
    is_prepared: rollover_id !== null,
  }),
  reads: ['models'],
})
