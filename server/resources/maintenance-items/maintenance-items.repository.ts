import type { MaintenanceItem } from '#contract/maintenance-items.ts'
import type { ListInput } from '#contract/records.ts'
import { addedByColumn, dateColumn, textColumn, visibleToColumn } from '../../db/list-columns.ts'
import { type List, listPage, newestFirst } from '../../db/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { updatedBy } from '../../records/activity.ts'
import { type RecordShape, toRecord } from '../../records/to-record.ts'

type Row = RecordShape & {
  reminder_name: string
  item_name: string
  due_date: string
  note: string
  added_by_id: string
  added_by: string | null
}

const selectMaintenanceItems = (db: Db) =>
  db
    .selectFrom('maintenance_items')
    .leftJoin('admins', 'admins.id', 'maintenance_items.added_by_id')
    .leftJoin('users', 'users.id', 'maintenance_items.added_by_id')
    .select(updatedBy('maintenance_items'))
    .select(({ fn }) => [
      'maintenance_items.id',
      'maintenance_items.is_deleted',
      'maintenance_items.version',
      'maintenance_items.created_at',
      'maintenance_items.updated_at',
      'maintenance_items.reminder_name',
      'maintenance_items.item_name',
      'maintenance_items.due_date',
      'maintenance_items.note',
      'maintenance_items.added_by_id',
      fn.coalesce('admins.name', 'users.name').as('added_by'),
    ])

const toMaintenanceItem = ({ added_by_id, added_by, ...row }: Row): MaintenanceItem => ({
  ...toRecord(row),
  user: { _id: added_by_id, name: added_by ?? '' },
  added_by: added_by ?? '',
})

export const maintenanceItemList: List<Row, MaintenanceItem> = {
  table: 'maintenance_items',
  select: selectMaintenanceItems,
  toWire: toMaintenanceItem,
  reads: ['admins', 'users'],
  columns: {
    reminder_name: textColumn('maintenance_items', 'reminder_name_key'),
    item_name: textColumn('maintenance_items', 'item_name_key'),
    note: textColumn('maintenance_items', 'note_key'),
    added_by: addedByColumn('maintenance_items.added_by_id'),
    due_date: dateColumn('maintenance_items.due_date'),
  },
  scopes: { visible_to: visibleToColumn('maintenance_items') },
  order: newestFirst('maintenance_items'),
}

/** One page of maintenance items. */
export const listMaintenanceItems = (db: Db, input: ListInput) => listPage(db, maintenanceItemList, input)

/** One page of what an app user sees: what administrators added, and what that user did. */
export const listMaintenanceItemsVisibleTo = (db: Db, ownerId: string, input: ListInput) =>
  listPage(db, maintenanceItemList, input, { visible_to: ownerId })

/** The maintenance item with this id, deleted or not. Throws 404. */
export async function findMaintenanceItem(db: Db, id: string) {
  const row = await selectMaintenanceItems(db).where('maintenance_items.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This maintenance item')
  return toMaintenanceItem(row)
}
