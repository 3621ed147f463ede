import { checklists } from '#contract/checklists.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listChecklists } from './checklists.repository.ts'
import { addChecklist, editChecklist, setChecklistDeleted } from './checklists.service.ts'

const messages = toasts('Checklist')

/** Answers the calls of contract/checklists.ts. */
export function checklistRoutes(app: App, { db }: Deps) {
  serve(app, checklists.list, async (input) => ({ message: 'Checklists', ...(await listChecklists(db, input)) }))

  serve(app, checklists.add, (fields, { actor, idempotent }) =>
    idempotent(db, async (db) => ({ message: messages.added, data: await addChecklist(db, fields, actor) })),
  )

  serve(app, checklists.edit, async ({ checklist_id, version, ...fields }, { actor }) => ({
    message: messages.updated,
    data: await editChecklist(db, checklist_id, version, fields, actor),
  }))

  serve(app, checklists.delete, async ({ checklist_id, version }, { actor }) => {
    await setChecklistDeleted(db, checklist_id, version, true, actor)
    return { message: messages.removed }
  })

  serve(app, checklists.restore, async ({ checklist_id, version }, { actor }) => {
    await setChecklistDeleted(db, checklist_id, version, false, actor)
    return { message: messages.restored }
  })
}
