import type { z } from 'zod'
import type { modelFields } from '#contract/models.ts'
import { refuseInactive } from '../../records/is-active.ts'
import { recordsOf } from '../standard/records-of.ts'
import { modelList } from './models.repository.ts'

/** Models. A type or year that has been deleted since may stay but not be chosen again. */
export const modelRecords = recordsOf(modelList, {
  toColumns: (fields: z.output<typeof modelFields>) => fields,
  async check(db, { cat_id, year_id }, { current }) {
    if (cat_id !== current?.cat_id._id) await refuseInactive(db, 'rv_types', cat_id, 'cat_id', 'Please select type')
    if (year_id !== current?.year_id._id) await refuseInactive(db, 'years', year_id, 'year_id', 'Please select year')
  },
})
