import { checklists } from '#contract/checklists.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve, serveGet } from '../../http/serve.ts'
import { findChecklist, listChecklists } from './checklists.repository.ts'
import { addChecklist, editChecklist, setChecklistDeleted } from './checklists.service.ts'

const messages = toasts('Checklist')

/** Answers the calls of contract/checklists.ts. */
export function checklistRoutes(app: App, { db }: Deps) {
  serve(app, checklists.list, async (input) => ({ message: 'Checklists', ...(await listChecklists(db, input)) }))

  serveGet(app, checklists.get, 'Checklist', (id) => findChecklist(db, id))

  serve(app, checklists.add, (fields, { changing, idempotent }) =>
    changing(db, messages.added, (change) =>
      idempotent(db, async (db) => ({ data: await addChecklist(db, fields, change) })),
    ),
  )

  serve(app, checklists.edit, ({ checklist_id, version, ...fields }, { changing }) =>
    changing(db, messages.updated, async (change) => ({
      data: await editChecklist(db, checklist_id, version, fields, change),
    })),
  )

  serve(app, checklists.delete, ({ checklist_id, version }, { changing }) =>
    changing(db, messages.removed, (change) => setChecklistDeleted(db, checklist_id, version, true, change)),
  )

  serve(app, checklists.restore, ({ checklist_id, version }, { changing }) =>
    changing(db, messages.restored, (change) => setChecklistDeleted(db, checklist_id, version, false, change)),
  )
}
