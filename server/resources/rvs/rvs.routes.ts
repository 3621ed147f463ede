import { toasts } from '#contract/records.ts'
import { rvs } from '#contract/rvs.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listRvs } from './rvs.repository.ts'
import { editRv, setRvDeleted } from './rvs.service.ts'

const messages = toasts('RV Details')

/** Answers the calls of contract/rvs.ts. */
export function rvRoutes(app: App, { db }: Deps) {
  serve(app, rvs.list, async (input) => ({ message: 'RVs', ...(await listRvs(db, input)) }))

  serve(app, rvs.edit, async ({ rv_id, version, ...fields }, { actor }) => ({
    message: messages.updated,
    data: await editRv(db, rv_id, version, fields, actor),
  }))

  serve(app, rvs.delete, async ({ rv_id, version }, { actor }) => {
    await setRvDeleted(db, rv_id, version, true, actor)
    return { message: messages.removed }
  })

  serve(app, rvs.restore, async ({ rv_id, version }, { actor }) => {
    await setRvDeleted(db, rv_id, version, false, actor)
    return { message: messages.restored }
  })
}
