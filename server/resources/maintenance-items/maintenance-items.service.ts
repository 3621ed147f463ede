import type { z } from 'zod'
import { DUE_TOO_EARLY, type maintenanceItemFields, todayIn } from '#contract/maintenance-items.ts'
import { refused } from '../../errors.ts'
import { addedBy } from '../../records/added-by.ts'
import { recordsOf } from '../records/records-of.ts'
import { maintenanceItemList } from './maintenance-items.repository.ts'

/** `time_zone` decides which day is today. */
type Fields = z.output<typeof maintenanceItemFields> & { time_zone?: string | undefined }

/** Maintenance items; who added one stays. A due date must be after today, but one in the past may stay. */
export const maintenanceItemRecords = recordsOf(maintenanceItemList, {
  toColumns: ({ time_zone: _today, ...fields }: Fields, current, change) => ({
    ...fields,
    ...(!current && addedBy(change)),
  }),
  check(_db, { due_date = '' }, { current, fields }) {
    if (due_date !== current?.due_date && due_date <= todayIn(fields.time_zone))
      throw refused('due_date', DUE_TOO_EARLY)
  },
})
