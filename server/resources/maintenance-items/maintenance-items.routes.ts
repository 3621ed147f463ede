import { maintenanceItems } from '#contract/maintenance-items.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listMaintenanceItems } from './maintenance-items.repository.ts'
import { addMaintenanceItem, editMaintenanceItem, setMaintenanceItemDeleted } from './maintenance-items.service.ts'

const messages = toasts('Maintenance Details')

/** Answers the calls of contract/maintenance-items.ts. */
export function maintenanceItemRoutes(app: App, { db }: Deps) {
  serve(app, maintenanceItems.list, async (input) => ({
    message: 'Maintenance items',
    ...(await listMaintenanceItems(db, input)),
  }))

  serve(app, maintenanceItems.add, (fields, { actor, idempotent }) =>
    idempotent(db, async (db) => ({ message: messages.added, data: await addMaintenanceItem(db, fields, actor) })),
  )

  serve(app, maintenanceItems.edit, async ({ maintenance_id, version, ...fields }, { actor }) => ({
    message: messages.updated,
    data: await editMaintenanceItem(db, maintenance_id, version, fields, actor),
  }))

  serve(app, maintenanceItems.delete, async ({ maintenance_id, version }, { actor }) => {
    await setMaintenanceItemDeleted(db, maintenance_id, version, true, actor)
    return { message: messages.removed }
  })

  serve(app, maintenanceItems.restore, async ({ maintenance_id, version }, { actor }) => {
    await setMaintenanceItemDeleted(db, maintenance_id, version, false, actor)
    return { message: messages.restored }
  })
}
