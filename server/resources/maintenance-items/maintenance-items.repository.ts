import type { MaintenanceItem } from '#contract/maintenance-items.ts'
import type { ListInput } from '#contract/records.ts'
import { addedByColumn, dateColumn, idColumn, textColumn, visibleToColumn } from '../../db/lists/list-columns.ts'
import { type List, listPage, newestFirst, type RowOf } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { recordColumns } from '../../records/activity.ts'
import { ownColumns } from '../../records/own-columns.ts'
import { toRecord } from '../../records/undo/to-record.ts'

const selectMaintenanceItems = (db: Db) =>
  db
    .selectFrom('maintenance_items')
    .leftJoin('admins', 'admins.id', 'maintenance_items.added_by_id')
    .leftJoin('users', 'users.id', 'maintenance_items.added_by_id')
    .select(recordColumns('maintenance_items'))
    .select(ownColumns('maintenance_items'))
    .select(({ fn }) => fn.coalesce('admins.name', 'users.name').as('added_by'))

type Row = RowOf<typeof selectMaintenanceItems>

const toMaintenanceItem = ({ added_by_id, added_by, ...row }: Row): MaintenanceItem => ({
  ...toRecord(row),
  user: { _id: added_by_id, name: added_by ?? '' },
  added_by: added_by ?? '',
})

export const maintenanceItemList: List<Row, MaintenanceItem, 'maintenance_items'> = {
  table: 'maintenance_items',
  select: selectMaintenanceItems,
  toWire: toMaintenanceItem,
  reads: ['admins', 'users'],
  columns: {
    reminder_name: textColumn('maintenance_items', 'reminder_name_key'),
    item_name: textColumn('maintenance_items', 'item_name_key'),
    note: textColumn('maintenance_items', 'note_key'),
    added_by: addedByColumn('maintenance_items.added_by_id'),
    user_id: idColumn('maintenance_items.added_by_id'),
    due_date: dateColumn('maintenance_items.due_date'),
  },
  scopes: { visible_to: visibleToColumn('maintenance_items') },
  order: newestFirst('maintenance_items'),
}

/** One page of what an owner sees: administrators' records, and the owner's own. */
export const listMaintenanceItemsVisibleTo = (db: Db, ownerId: string, input: ListInput) =>
  listPage(db, maintenanceItemList, input, { visible_to: ownerId })
