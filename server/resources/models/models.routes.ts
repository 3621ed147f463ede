import { models } from '#contract/models.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listModels } from './models.repository.ts'
import { addModel, editModel, setModelDeleted } from './models.service.ts'

const messages = toasts('Model')

/** Answers the calls of contract/models.ts. */
export function modelRoutes(app: App, { db }: Deps) {
  serve(app, models.list, async (input) => ({ message: 'Models', ...(await listModels(db, input)) }))

  serve(app, models.add, (fields, { actor, idempotent }) =>
    idempotent(db, async (db) => ({ message: messages.added, data: await addModel(db, fields, actor) })),
  )

  serve(app, models.edit, async ({ model_id, version, ...fields }, { actor }) => ({
    message: messages.updated,
    data: await editModel(db, model_id, version, fields, actor),
  }))

  serve(app, models.delete, async ({ model_id, version }, { actor }) => {
    await setModelDeleted(db, model_id, version, true, actor)
    return { message: messages.removed }
  })

  serve(app, models.restore, async ({ model_id, version }, { actor }) => {
    await setModelDeleted(db, model_id, version, false, actor)
    return { message: messages.restored }
  })
}
