import { maintenanceItems } from '#contract/maintenance-items.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/serve.ts'
import { serveRecords } from '../records/serve-records.ts'
import { maintenanceItemRecords } from './maintenance-items.service.ts'

/** Answers the calls of contract/maintenance-items.ts. */
export function maintenanceItemRoutes(app: App, deps: Deps) {
  serveRecords(app, deps, maintenanceItems, maintenanceItemRecords)
}
