import type { MenuItem } from '#contract/menu-items.ts'
import { numberColumn, textColumn } from '../../db/list-columns.ts'
import { inSequence, type List, type RowOf } from '../../db/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { filePath } from '../../outside/files/store.ts'
import { recordColumns } from '../../records/activity.ts'
import { toRecord } from '../../records/to-record.ts'

const selectMenuItems = (db: Db) =>
  db.selectFrom('menu_items').select(recordColumns('menu_items')).select(['title', 'seq_no', 'code', 'icon_file'])

type Row = RowOf<typeof selectMenuItems>

function toMenuItem({ icon_file, ...row }: Row): MenuItem {
  return { ...toRecord(row), icon: icon_file && filePath(icon_file) }
}

export const menuItemList: List<Row, MenuItem, 'menu_items'> = {
  table: 'menu_items',
  select: selectMenuItems,
  toWire: toMenuItem,
  reads: ['admins'],
  columns: { title: textColumn('menu_items', 'title_key'), seq_no: numberColumn('menu_items.seq_no') },
  order: inSequence('menu_items'),
}
