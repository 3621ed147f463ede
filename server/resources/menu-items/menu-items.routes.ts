import { menuItems } from '#contract/menu-items.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/serve.ts'
import { serveRecords } from '../records/serve-records.ts'
import { menuItemRecords } from './menu-items.service.ts'

/** Answers the calls of contract/menu-items.ts. */
export function menuItemRoutes(app: App, deps: Deps) {
  serveRecords(app, deps, menuItems, menuItemRecords)
}
