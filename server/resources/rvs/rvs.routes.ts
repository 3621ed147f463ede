import { toasts } from '#contract/records.ts'
import { rvs } from '#contract/rvs.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve, serveGet } from '../../http/serve.ts'
import { findRv, listRvs } from './rvs.repository.ts'
import { editRv, setRvDeleted } from './rvs.service.ts'

const messages = toasts('RV Details')

/** Answers the calls of contract/rvs.ts. */
export function rvRoutes(app: App, { db }: Deps) {
  serve(app, rvs.list, async (input) => ({ message: 'RVs', ...(await listRvs(db, input)) }))

  serveGet(app, rvs.get, 'RV', (id) => findRv(db, id))

  serve(app, rvs.edit, ({ rv_id, version, ...fields }, { changing }) =>
    changing(db, messages.updated, async (change) => ({ data: await editRv(db, rv_id, version, fields, change) })),
  )

  serve(app, rvs.delete, ({ rv_id, version }, { changing }) =>
    changing(db, messages.removed, (change) => setRvDeleted(db, rv_id, version, true, change)),
  )

  serve(app, rvs.restore, ({ rv_id, version }, { changing }) =>
    changing(db, messages.restored, (change) => setRvDeleted(db, rv_id, version, false, change)),
  )
}
