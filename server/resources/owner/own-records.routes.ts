import { checklistKind } from '#contract/checklists.ts'
import { maintenanceItemKind } from '#contract/maintenance-items.ts'
import { ownRecords } from '#contract/owner/own-records.ts'
import { toasts } from '#contract/records.ts'
import { rvKind } from '#contract/rvs.ts'
import type { Deps } from '../../deps.ts'
import { published } from '../../http/published.ts'
import { type App, serve } from '../../http/serve.ts'
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

  serve(app, ownRecords.addRv, (fields, { actor, changing, idempotent }) =>
    changing(db, toasts(rvKind).added, async (change) => ({
      data: own.addRv.parse(await rvRecords.add(deps, fields, change, withinLimit('rvs', actor._id, idempotent))),
    })),
  )

  serve(app, ownRecords.addChecklist, (fields, { actor, changing, idempotent }) =>
    changing(db, toasts(checklistKind).added, async (change) => ({
      data: own.addChecklist.parse(
        await checklistRecords.add(deps, fields, change, withinLimit('checklists', actor._id, idempotent)),
      ),
    })),
  )

  serve(app, ownRecords.addMaintenance, (fields, { actor, changing, idempotent }) =>
    changing(db, toasts(maintenanceItemKind).added, async (change) => ({
      data: own.addMaintenance.parse(
        await maintenanceItemRecords.add(deps, fields, change, withinLimit('maintenance_items', actor._id, idempotent)),
      ),
    })),
  )
}
