import { menuItems } from '#contract/menu-items.ts'
import { content } from '#contract/owner/content.ts'
import { publishedToAll } from '../../http/published.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { withFiles } from '../records/with-files.ts'
import { menuItemList } from './menu-items.repository.ts'
import { menuItemRecords } from './menu-items.service.ts'

export const servedMenuItems: ServedKind<'menu_items'> = {
  list: menuItemList,
  serve: (app, deps) => serveRecords(app, deps, menuItems, menuItemRecords),
  publish: (app, deps) =>
    publishedToAll(app, deps, content.menuItems, menuItemList, undefined, (records) =>
      withFiles(deps, 'menu_items', records),
    ),
}
