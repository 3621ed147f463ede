import type { MaintenanceItem } from '#contract/maintenance-items.ts'
import type { ListInput } from '#contract/records.ts'
import { addedByColumn, idColumn, visibleToColumn } from '../../db/lists/list-columns.ts'
import { listPage } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { listOf, selectRecords } from '../../records/list-of.ts'
import { toRecord } from '../../records/to-record.ts'

export const maintenanceItemList = listOf('maintenance_items', {
  select: (db) =>
    selectRecords(db, 'maintenance_items')
      .leftJoin('admins', 'admins.id', 'maintenance_items.added_by_id')
      .leftJoin('users', 'users.id', 'maintenance_items.added_by_id')
      .select(({ fn }) => fn.coalesce('admins.name', 'users.name').as('added_by')),
  toWire: ({ added_by_id, added_by, ...row }): MaintenanceItem => ({
    ...toRecord(row),
    user: { _id: added_by_id, name: added_by ?? '' },
    added_by: added_by ?? '',
  }),
  reads: ['users'],
  columns: {
    added_by: addedByColumn('maintenance_items.added_by_id'),
    user_id: idColumn('maintenance_items.added_by_id'),
  },
  scopes: { visible_to: visibleToColumn('maintenance_items') },
})

/** One page of what an owner sees: administrators' records, and the owner's own. */
export const listMaintenanceItemsVisibleTo = (db: Db, ownerId: string, input: ListInput) =>
  listPage(db, maintenanceItemList, input, { visible_to: ownerId })
