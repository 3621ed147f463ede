import type { Model } from '#contract/models.ts'
import type { RecordRow } from '#contract/records.ts'
import type { RvType } from '#contract/rv-types.ts'
import type { Year } from '#contract/years.ts'

const record: RecordRow = {
  _id: 'r1',
  is_deleted: false,
  created_at: '2026-11-01T08:00:00.000Z',
  updated_at: '2026-11-01T08:00:00.000Z',
  version: 1,
  srno: 1,
}

export const anRvType = (fields: Partial<RvType> = {}): RvType => ({
  ...record,
  _id: 'type-1',
  name: 'Travel Trailer',
  seq_no: 1,
  ...fields,
})

export const aYear = (fields: Partial<Year> = {}): Year => ({ ...record, _id: 'year-1', name: '2027', ...fields })

export const aModel = (fields: Partial<Model> = {}): Model => ({
  ...record,
  _id: 'model-1',
  cat_id: { _id: 'type-1', name: 'Travel Trailer' },
  year_id: { _id: 'year-1', name: '2027' },
  rv_type: 'Travel Trailer',
  year_name: '2027',
  name: '2285',
  seq_no: 3,
  description: 'Bunks for two at the rear.',
  ...fields,
})

/** The answer of a list call: these rows as one page of `total`. */
export const pageOfRows = <Row>(data: Row[], total = data.length, current_page = 1) => ({
  message: 'Listed.',
  data,
  total,
  current_page,
})
