import type { MenuItem } from '#contract/menu-items.ts'
import { filePath } from '../../integrations/files/store.ts'
import { listOf, selectRecords } from '../../records/list-of.ts'
import { toRecord } from '../../records/to-record.ts'

export const menuItemList = listOf('menu_items', {
  select: (db) => selectRecords(db, 'menu_items'),
  toWire: ({ icon_file, ...row }): MenuItem => ({ ...toRecord(row), icon: icon_file && filePath(icon_file) }),
})
