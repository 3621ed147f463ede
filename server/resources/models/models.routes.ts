import { models } from '#contract/models.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve, serveGet } from '../../http/serve.ts'
import { findModel, listModels } from './models.repository.ts'
import { addModel, editModel, setModelDeleted } from './models.service.ts'

const messages = toasts('Model')

/** Answers the calls of contract/models.ts. */
export function modelRoutes(app: App, { db }: Deps) {
  serve(app, models.list, async (input) => ({ message: 'Models', ...(await listModels(db, input)) }))

  serveGet(app, models.get, 'Model', (id) => findModel(db, id))

  serve(app, models.add, (fields, { changing, idempotent }) =>
    changing(db, messages.added, (change) =>
      idempotent(db, async (db) => ({ data: await addModel(db, fields, change) })),
    ),
  )

  serve(app, models.edit, ({ model_id, version, ...fields }, { changing }) =>
    changing(db, messages.updated, async (change) => ({
      data: await editModel(db, model_id, version, fields, change),
    })),
  )

  serve(app, models.delete, ({ model_id, version }, { changing }) =>
    changing(db, messages.removed, (change) => setModelDeleted(db, model_id, version, true, change)),
  )

  serve(app, models.restore, ({ model_id, version }, { changing }) =>
    changing(db, messages.restored, (change) => setModelDeleted(db, model_id, version, false, change)),
  )
}
