import { models } from '#contract/models.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listModels } from './models.repository.ts'
import { addModel, editModel, setModelDeleted } from './models.service.ts'

const said = toasts('Model')

export function modelRoutes(app: App, { db }: Deps) {
  serve(app, models.list, async (input) => ({ message: 'Models', ...(await listModels(db, input)) }))

  serve(app, models.add, (fields, { by, once }) =>
    once(db, async (db) => ({ message: said.added, data: await addModel(db, fields, by) })),
  )

  serve(app, models.edit, async ({ model_id, version, ...fields }, { by }) => ({
    message: said.updated,
    data: await editModel(db, model_id, version, fields, by),
  }))

  serve(app, models.delete, async ({ model_id, version }, { by }) => {
    await setModelDeleted(db, model_id, version, true, by)
    return { message: said.removed }
  })

  serve(app, models.restore, async ({ model_id, version }, { by }) => {
    await setModelDeleted(db, model_id, version, false, by)
    return { message: said.restored }
  })
}
