import { toasts } from '#contract/records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve, serveGet } from '../../http/serve.ts'
import { modelsOf } from '../models/models.repository.ts'
import { findRvType, listRvTypes } from './rv-types.repository.ts'
import { addRvType, editRvType, setRvTypeDeleted } from './rv-types.service.ts'

const messages = toasts('RV type')

/** Answers the calls of contract/rv-types.ts. */
export function rvTypeRoutes(app: App, { db }: Deps) {
  serve(app, rvTypes.list, async (input) => ({ message: 'RV types', ...(await listRvTypes(db, input)) }))

  serveGet(app, rvTypes.get, 'RV type', (id) => findRvType(db, id))

  serve(app, rvTypes.add, (fields, { changing, idempotent }) =>
    changing(db, messages.added, (change) =>
      idempotent(db, async (db) => ({ data: await addRvType(db, fields, change) })),
    ),
  )

  serve(app, rvTypes.edit, ({ cat_id, version, ...fields }, { changing }) =>
    changing(db, messages.updated, async (change) => ({ data: await editRvType(db, cat_id, version, fields, change) })),
  )

  serve(app, rvTypes.delete, ({ cat_id, version }, { changing }) =>
    changing(db, messages.removed, (change) => setRvTypeDeleted(db, cat_id, version, true, change)),
  )

  serve(app, rvTypes.restore, ({ cat_id, version }, { changing }) =>
    changing(db, messages.restored, (change) => setRvTypeDeleted(db, cat_id, version, false, change)),
  )

  serve(app, rvTypes.models, async ({ cat_id, year_id }) => ({
    message: 'Models',
    data: await modelsOf(db, cat_id, year_id),
  }))
}
