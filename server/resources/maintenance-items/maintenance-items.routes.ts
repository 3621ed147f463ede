import { maintenanceItems } from '#contract/maintenance-items.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve, serveGet } from '../../http/serve.ts'
import { findMaintenanceItem, listMaintenanceItems } from './maintenance-items.repository.ts'
import { addMaintenanceItem, editMaintenanceItem, setMaintenanceItemDeleted } from './maintenance-items.service.ts'

const messages = toasts('Maintenance Details')

/** Answers the calls of contract/maintenance-items.ts. */
export function maintenanceItemRoutes(app: App, { db }: Deps) {
  serve(app, maintenanceItems.list, async (input) => ({
    message: 'Maintenance items',
    ...(await listMaintenanceItems(db, input)),
  }))

  serveGet(app, maintenanceItems.get, 'Maintenance item', (id) => findMaintenanceItem(db, id))

  serve(app, maintenanceItems.add, (fields, { changing, idempotent }) =>
    changing(db, messages.added, (change) =>
      idempotent(db, async (db) => ({ data: await addMaintenanceItem(db, fields, change) })),
    ),
  )

  serve(app, maintenanceItems.edit, ({ maintenance_id, version, ...fields }, { changing }) =>
    changing(db, messages.updated, async (change) => ({
      data: await editMaintenanceItem(db, maintenance_id, version, fields, change),
    })),
  )

  serve(app, maintenanceItems.delete, ({ maintenance_id, version }, { changing }) =>
    changing(db, messages.removed, (change) => setMaintenanceItemDeleted(db, maintenance_id, version, true, change)),
  )

  serve(app, maintenanceItems.restore, ({ maintenance_id, version }, { changing }) =>
    changing(db, messages.restored, (change) => setMaintenanceItemDeleted(db, maintenance_id, version, false, change)),
  )
}
