import type { z } from 'zod'
import type { rvFields } from '#contract/rvs.ts'
import { recordsOf } from '../records/records-of.ts'
import { rvList } from './rvs.repository.ts'

type Fields = Omit<z.output<typeof rvFields>, 'vin'> & { vin?: string | undefined }

/** RVs, each of the owner who added it; without a VIN the old one stays. */
export const rvRecords = recordsOf(rvList, {
  narrowedBy: 'user_id',
  toColumns: ({ category, year, model, serial_no, vin = '' }: Fields, current, { actor }) => ({
    cat_id: category,
    year_id: year,
    model_id: model,
    serial_no,
    vin: vin || (current?.vin ?? ''),
    ...(!current && { user_id: actor._id }),
  }),
})
