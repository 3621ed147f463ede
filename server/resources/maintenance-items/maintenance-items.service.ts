import type { z } from 'zod'
import type { maintenanceItemFields } from '#contract/maintenance-items.ts'
import type { Db } from '../../db/schema.ts'
import { addedBy } from '../../records/added-by.ts'
import type { OpenChange } from '../../records/open-change.ts'
import { editRecord } from '../../records/plan/sources/form.ts'
import { readRow } from '../../records/rows.ts'
import { recordsOf } from '../records/records-of.ts'
import { maintenanceItemList } from './maintenance-items.repository.ts'

/** `time_zone` decides which day is today. */
type Fields = z.output<typeof maintenanceItemFields> & { time_zone?: string | undefined }

/** Maintenance items; who added one never changes. */
export const maintenanceItemRecords = recordsOf(maintenanceItemList, {
  toColumns: ({ time_zone: _today, ...fields }: Fields, current, change) => ({
    ...fields,
    ...(!current && addedBy(change)),
  }),
})

/**
 * Marks an item as done, now if it was not, or as not done. Returns it. Throws 404 and, if someone else has changed
 * that since `version`, 409. Call it in a transaction.
 */
export async function setDone(
  db: Db,
  { id, done, version }: { id: string; done: boolean; version: number | undefined },
  change: OpenChange,
) {
  const row = await readRow(db, 'maintenance_items', id)
  const done_at = done ? ((row.done_at as string | null) ?? change.at) : null
  const find = () => maintenanceItemRecords.find(db, id)
  await editRecord(db, 'maintenance_items', row, { version, values: { done_at }, find }, change)
  return find()
}
