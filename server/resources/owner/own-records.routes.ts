import { checklistKind } from '#contract/checklists.ts'
import { maintenanceItemKind } from '#contract/maintenance-items.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { toasts } from '#contract/records.ts'
import { rvKind } from '#contract/rvs.ts'
import type { Deps } from '../../deps.ts'
import { published } from '../../http/published.ts'
import { type App, serveChange } from '../../http/serve.ts'
import { listChecklistsVisibleTo } from '../checklists/checklists.repository.ts'
import { checklistRecords } from '../checklists/checklists.service.ts'
import { listMaintenanceItemsVisibleTo } from '../maintenance-items/maintenance-items.repository.ts'
import { maintenanceItemRecords } from '../maintenance-items/maintenance-items.service.ts'
import { listRvsOf } from '../rvs/rvs.repository.ts'
import { rvRecords } from '../rvs/rvs.service.ts'
import { withinLimit } from './own-records.service.ts'

/** What owners see of the records that they add. */
const own = {
  addRv: ownRecords.addRv.output.shape.data,
  addChecklist: ownRecords.addChecklist.output.shape.data,
  addMaintenance: ownRecords.addMaintenance.output.shape.data,
}

/** Answers the calls of contract/owner/own-records.ts. */
export function ownRecordRoutes(app: App, deps: Deps) {
  const { db } = deps
  published(app, ownRecords.rvs, (input, { actor }) => listRvsOf(db, actor._id, input))
  published(app, ownRecords.checklists, (input, { actor }) => listChecklistsVisibleTo(db, actor._id, input))
  published(app, ownRecords.maintenance, (input, { actor }) => listMaintenanceItemsVisibleTo(db, actor._id, input))

  serveChange(app, ownRecords.addRv, toasts(rvKind).added, async (fields, { actor, write }) => ({
    data: own.addRv.parse(await rvRecords.add(deps, fields, withinLimit('rvs', actor._id, write))),
  }))

  serveChange(app, ownRecords.addChecklist, toasts(checklistKind).added, async (fields, { actor, write }) => ({
    data: own.addChecklist.parse(await checklistRecords.add(deps, fields, withinLimit('checklists', actor._id, write))),
  }))

  serveChange(app, ownRecords.addMaintenance, toasts(maintenanceItemKind).added, async (fields, { actor, write }) => ({
    data: own.addMaintenance.parse(
      await maintenanceItemRecords.add(deps, fields, withinLimit('maintenance_items', actor._id, write)),
    ),
  }))
}
