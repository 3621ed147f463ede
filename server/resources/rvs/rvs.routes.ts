import { toasts } from '#contract/records.ts'
import { rvs } from '#contract/rvs.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listRvs } from './rvs.repository.ts'
import { editRv, setRvDeleted } from './rvs.service.ts'

const said = toasts('RV Details')

export function rvRoutes(app: App, { db }: Deps) {
  serve(app, rvs.list, async (input) => ({ message: 'RVs', ...(await listRvs(db, input)) }))

  serve(app, rvs.edit, async ({ rv_id, version, ...fields }, { by }) => ({
    message: said.updated,
    data: await editRv(db, rv_id, version, fields, by),
  }))

  serve(app, rvs.delete, async ({ rv_id, version }, { by }) => {
    await setRvDeleted(db, rv_id, version, true, by)
    return { message: said.removed }
  })

  serve(app, rvs.restore, async ({ rv_id, version }, { by }) => {
    await setRvDeleted(db, rv_id, version, false, by)
    return { message: said.restored }
  })
}
