import type { MenuItem } from '#contract/menu-items.ts'
import { inSequence, type List, type RowOf } from '../../db/lists/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { filePath } from '../../integrations/files/store.ts'
import { recordColumns } from '../../records/activity.ts'
import { listedColumns, ownColumns } from '../../records/own-columns.ts'
import { toRecord } from '../../records/undo/to-record.ts'

const selectMenuItems = (db: Db) =>
  db.selectFrom('menu_items').select(recordColumns('menu_items')).select(ownColumns('menu_items'))

type Row = RowOf<typeof selectMenuItems>

function toMenuItem({ icon_file, ...row }: Row): MenuItem {
  return { ...toRecord(row), icon: icon_file && filePath(icon_file) }
}

export const menuItemList: List<Row, MenuItem, 'menu_items'> = {
  table: 'menu_items',
  select: selectMenuItems,
  toWire: toMenuItem,
  reads: ['admins'],
  columns: listedColumns('menu_items'),
  order: inSequence('menu_items'),
}
