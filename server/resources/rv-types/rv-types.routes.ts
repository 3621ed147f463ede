import { rvTypes } from '#contract/rv-types.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { modelsOf } from '../models/models.repository.ts'
import { serveRecords } from '../records/serve-records.ts'
import { rvTypeRecords } from './rv-types.service.ts'

/** Answers the calls of contract/rv-types.ts. */
export function rvTypeRoutes(app: App, deps: Deps) {
  serveRecords(app, deps, rvTypes, rvTypeRecords)

  serve(app, rvTypes.models, async ({ cat_id, year_id }) => ({
    message: 'Models',
    data: await modelsOf(deps.db, cat_id, year_id),
  }))
}
