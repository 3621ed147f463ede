import type { MenuItem } from '#contract/menu-items.ts'
import type { ListInput } from '#contract/records.ts'
import { sequenceColumn, textColumn } from '../../db/list-columns.ts'
import { inSequence, type List, listPage } from '../../db/list-page.ts'
import type { Db } from '../../db/schema.ts'
import { notFound } from '../../errors.ts'
import { filePath } from '../../outside/files/store.ts'
import { updatedBy } from '../../records/activity.ts'
import { type RecordShape, toRecord } from '../../records/to-record.ts'

type Row = RecordShape & { title: string; seq_no: number; code: number; icon_file: string | null }

const selectMenuItems = (db: Db) =>
  db
    .selectFrom('menu_items')
    .select(updatedBy('menu_items'))
    .select(['id', 'is_deleted', 'version', 'created_at', 'updated_at', 'title', 'seq_no', 'code', 'icon_file'])

function toMenuItem({ icon_file, ...row }: Row): MenuItem {
  return { ...toRecord(row), icon: icon_file && filePath(icon_file) }
}

export const menuItemList: List<Row, MenuItem> = {
  table: 'menu_items',
  select: selectMenuItems,
  toWire: toMenuItem,
  reads: ['admins'],
  columns: { title: textColumn('menu_items', 'title_key'), seq_no: sequenceColumn('menu_items.seq_no') },
  order: inSequence('menu_items'),
}

/** One page of menu items. */
export const listMenuItems = (db: Db, input: ListInput) => listPage(db, menuItemList, input)

/** The menu item with this id and the name of its icon's file. Throws 404. */
export async function findMenuItem(db: Db, id: string) {
  const row = await selectMenuItems(db).where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound('This app menu')
  return { item: toMenuItem(row), file: row.icon_file }
}
