import { toasts } from '#contract/records.ts'
import { rvTypes } from '#contract/rv-types.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { modelsOf } from '../models/models.repository.ts'
import { listRvTypes } from './rv-types.repository.ts'
import { addRvType, editRvType, setRvTypeDeleted } from './rv-types.service.ts'

const said = toasts('RV type')

export function rvTypeRoutes(app: App, { db }: Deps) {
  serve(app, rvTypes.list, async (input) => ({ message: 'RV types', ...(await listRvTypes(db, input)) }))

  serve(app, rvTypes.add, (fields, { by, once }) =>
    once(db, async (db) => ({ message: said.added, data: await addRvType(db, fields, by) })),
  )

  serve(app, rvTypes.edit, async ({ cat_id, version, ...fields }, { by }) => ({
    message: said.updated,
    data: await editRvType(db, cat_id, version, fields, by),
  }))

  serve(app, rvTypes.delete, async ({ cat_id, version }, { by }) => {
    await setRvTypeDeleted(db, cat_id, version, true, by)
    return { message: said.removed }
  })

  serve(app, rvTypes.restore, async ({ cat_id, version }, { by }) => {
    await setRvTypeDeleted(db, cat_id, version, false, by)
    return { message: said.restored }
  })

  serve(app, rvTypes.models, async ({ cat_id, year_id }) => ({
    message: 'Models',
    data: await modelsOf(db, cat_id, year_id),
  }))
}
