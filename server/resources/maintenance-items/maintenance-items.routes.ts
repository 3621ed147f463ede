import { maintenanceItems } from '#contract/maintenance-items.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listMaintenanceItems } from './maintenance-items.repository.ts'
import { addMaintenanceItem, editMaintenanceItem, setMaintenanceItemDeleted } from './maintenance-items.service.ts'

const said = toasts('Maintenance Details')

export function maintenanceItemRoutes(app: App, { db }: Deps) {
  serve(app, maintenanceItems.list, async (input) => ({
    message: 'Maintenance items',
    ...(await listMaintenanceItems(db, input)),
  }))

  serve(app, maintenanceItems.add, (fields, { by, once }) =>
    once(db, async (db) => ({ message: said.added, data: await addMaintenanceItem(db, fields, by) })),
  )

  serve(app, maintenanceItems.edit, async ({ maintenance_id, version, ...fields }, { by }) => ({
    message: said.updated,
    data: await editMaintenanceItem(db, maintenance_id, version, fields, by),
  }))

  serve(app, maintenanceItems.delete, async ({ maintenance_id, version }, { by }) => {
    await setMaintenanceItemDeleted(db, maintenance_id, version, true, by)
    return { message: said.removed }
  })

  serve(app, maintenanceItems.restore, async ({ maintenance_id, version }, { by }) => {
    await setMaintenanceItemDeleted(db, maintenance_id, version, false, by)
    return { message: said.restored }
  })
}
