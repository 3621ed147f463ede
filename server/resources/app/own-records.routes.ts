import { ownRecords } from '#contract/app/own-records.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { published } from '../../http/published.ts'
import { type App, serve } from '../../http/serve.ts'
import { listChecklistsVisibleTo } from '../checklists/checklists.repository.ts'
import { addChecklist } from '../checklists/checklists.service.ts'
import { listMaintenanceItemsVisibleTo } from '../maintenance-items/maintenance-items.repository.ts'
import { addMaintenanceItem } from '../maintenance-items/maintenance-items.service.ts'
import { listRvsOf } from '../rvs/rvs.repository.ts'
import { addRv } from '../rvs/rvs.service.ts'

/** What owners see of the records that they add. */
const own = {
  addRv: ownRecords.addRv.output.shape.data,
  addChecklist: ownRecords.addChecklist.output.shape.data,
  addMaintenance: ownRecords.addMaintenance.output.shape.data,
}

/** Answers the calls of contract/app/own-records.ts. */
export function ownRecordRoutes(app: App, { db }: Deps) {
  published(app, ownRecords.rvs, (input, { actor }) => listRvsOf(db, actor._id, input))
  published(app, ownRecords.checklists, (input, { actor }) => listChecklistsVisibleTo(db, actor._id, input))
  published(app, ownRecords.maintenance, (input, { actor }) => listMaintenanceItemsVisibleTo(db, actor._id, input))

  serve(app, ownRecords.addRv, (fields, { changing, idempotent }) =>
    changing(db, toasts('RV Details').added, (change) =>
      idempotent(db, async (db) => ({ data: own.addRv.parse(await addRv(db, fields, change)) })),
    ),
  )

  serve(app, ownRecords.addChecklist, (fields, { changing, idempotent }) =>
    changing(db, toasts('Checklist').added, (change) =>
      idempotent(db, async (db) => ({ data: own.addChecklist.parse(await addChecklist(db, fields, change)) })),
    ),
  )

  serve(app, ownRecords.addMaintenance, (fields, { changing, idempotent }) =>
    changing(db, toasts('Maintenance Details').added, (change) =>
      idempotent(db, async (db) => ({ data: own.addMaintenance.parse(await addMaintenanceItem(db, fields, change)) })),
    ),
  )
}
