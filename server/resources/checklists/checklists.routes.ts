import { checklists } from '#contract/checklists.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listChecklists } from './checklists.repository.ts'
import { addChecklist, editChecklist, setChecklistDeleted } from './checklists.service.ts'

const said = toasts('Checklist')

export function checklistRoutes(app: App, { db }: Deps) {
  serve(app, checklists.list, async (input) => ({ message: 'Checklists', ...(await listChecklists(db, input)) }))

  serve(app, checklists.add, (fields, { by, once }) =>
    once(db, async (db) => ({ message: said.added, data: await addChecklist(db, fields, by) })),
  )

  serve(app, checklists.edit, async ({ checklist_id, version, ...fields }, { by }) => ({
    message: said.updated,
    data: await editChecklist(db, checklist_id, version, fields, by),
  }))

  serve(app, checklists.delete, async ({ checklist_id, version }, { by }) => {
    await setChecklistDeleted(db, checklist_id, version, true, by)
    return { message: said.removed }
  })

  serve(app, checklists.restore, async ({ checklist_id, version }, { by }) => {
    await setChecklistDeleted(db, checklist_id, version, false, by)
    return { message: said.restored }
  })
}
