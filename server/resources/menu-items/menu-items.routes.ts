import { menuItems } from '#contract/menu-items.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve, serveGet } from '../../http/serve.ts'
import { findMenuItem, listMenuItems } from './menu-items.repository.ts'
import { editMenuItem } from './menu-items.service.ts'

const messages = toasts('App menu')

/** Answers the calls of contract/menu-items.ts. */
export function menuItemRoutes(app: App, deps: Deps) {
  const { db } = deps

  serve(app, menuItems.list, async (input) => ({
    message: 'App menus',
    ...(await listMenuItems(db, input)),
  }))

  serveGet(app, menuItems.get, 'App menu', async (id) => (await findMenuItem(db, id)).item)

  serve(app, menuItems.edit, ({ menu_item_id, version, ...fields }, { changing }) =>
    changing(db, messages.updated, async (change) => ({
      data: await editMenuItem(deps, menu_item_id, version, fields, change),
    })),
  )
}
