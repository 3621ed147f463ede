import { maintenanceItems } from '#contract/maintenance-items.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { maintenanceItemList } from './maintenance-items.repository.ts'
import { maintenanceItemRecords } from './maintenance-items.service.ts'

export const servedMaintenanceItems: ServedKind<'maintenance_items'> = {
  list: maintenanceItemList,
  serve: (app, deps) => serveRecords(app, deps, maintenanceItems, maintenanceItemRecords),
}
