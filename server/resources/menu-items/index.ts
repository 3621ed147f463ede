import { menuItems } from '#contract/menu-items.ts'
import { content } from '#contract/owner/content.ts'
import { publishedToAll } from '../records/published.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { menuItemList } from './menu-items.repository.ts'
import { menuItemRecords } from './menu-items.service.ts'

export const servedMenuItems: ServedKind<'menu_items'> = {
  list: menuItemList,
  serve: (app, deps) => serveRecords(app, deps, menuItems, menuItemRecords),
  publish: (app, deps) => publishedToAll(app, deps, content.menuItems, menuItemList),
}
