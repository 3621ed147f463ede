import { toasts } from '#contract/records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { modelsOf } from '../models/models.repository.ts'
import { listRvTypes } from './rv-types.repository.ts'
import { addRvType, editRvType, setRvTypeDeleted } from './rv-types.service.ts'

const messages = toasts('RV type')

/** Answers the calls of contract/rv-types.ts. */
export function rvTypeRoutes(app: App, { db }: Deps) {
  serve(app, rvTypes.list, async (input) => ({ message: 'RV types', ...(await listRvTypes(db, input)) }))

  serve(app, rvTypes.add, (fields, { actor, idempotent }) =>
    idempotent(db, async (db) => ({ message: messages.added, data: await addRvType(db, fields, actor) })),
  )

  serve(app, rvTypes.edit, async ({ cat_id, version, ...fields }, { actor }) => ({
    message: messages.updated,
    data: await editRvType(db, cat_id, version, fields, actor),
  }))

  serve(app, rvTypes.delete, async ({ cat_id, version }, { actor }) => {
    await setRvTypeDeleted(db, cat_id, version, true, actor)
    return { message: messages.removed }
  })

  serve(app, rvTypes.restore, async ({ cat_id, version }, { actor }) => {
    await setRvTypeDeleted(db, cat_id, version, false, actor)
    return { message: messages.restored }
  })

  serve(app, rvTypes.models, async ({ cat_id, year_id }) => ({
    message: 'Models',
    data: await modelsOf(db, cat_id, year_id),
  }))
}
