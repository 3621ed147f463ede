import { ownRecords } from '#contract/app/own-records.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { published } from '../../http/published.ts'
import { type App, serve } from '../../http/serve.ts'
import { listChecklists } from '../checklists/checklists.repository.ts'
import { addChecklist } from '../checklists/checklists.service.ts'
import { listMaintenanceItems } from '../maintenance-items/maintenance-items.repository.ts'
import { addMaintenanceItem } from '../maintenance-items/maintenance-items.service.ts'
import { listRvs } from '../rvs/rvs.repository.ts'
import { addRv } from '../rvs/rvs.service.ts'

/** Answers the calls of contract/app/own-records.ts. */
export function ownRecordRoutes(app: App, { db }: Deps) {
  published(
    app,
    ownRecords.rvs,
    (input) => listRvs(db, input),
    (_input, { actor }) => ({ user_id: actor._id }),
  )
  published(
    app,
    ownRecords.checklists,
    (input) => listChecklists(db, input),
    (_input, { actor }) => ({ visible_to: actor._id }),
  )
  published(
    app,
    ownRecords.maintenance,
    (input) => listMaintenanceItems(db, input),
    (_input, { actor }) => ({ visible_to: actor._id }),
  )

  serve(app, ownRecords.addRv, (fields, { actor, idempotent }) =>
    idempotent(db, async (db) => ({ message: toasts('RV Details').added, data: await addRv(db, fields, actor) })),
  )

  serve(app, ownRecords.addChecklist, (fields, { actor, idempotent }) =>
    idempotent(db, async (db) => ({ message: toasts('Checklist').added, data: await addChecklist(db, fields, actor) })),
  )

  serve(app, ownRecords.addMaintenance, (fields, { actor, idempotent }) =>
    idempotent(db, async (db) => ({
      message: toasts('Maintenance Details').added,
      data: await addMaintenanceItem(db, fields, actor),
    })),
  )
}
