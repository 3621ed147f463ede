import { content } from '#contract/owner/content.ts'
import { rvTypes } from '#contract/rv-types.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve } from '../../http/serve.ts'
import { modelsOf } from '../models/models.repository.ts'
import { publishedToAll } from '../records/published.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { rvTypeList } from './rv-types.repository.ts'
import { rvTypeRecords } from './rv-types.service.ts'

export const servedRvTypes: ServedKind<'rv_types'> = {
  list: rvTypeList,
  serve: rvTypeRoutes,
  publish: (app, deps) => publishedToAll(app, deps, content.rvTypes, rvTypeList),
}

/** Answers the calls of contract/rv-types.ts. */
function rvTypeRoutes(app: App, deps: Deps) {
  serveRecords(app, deps, rvTypes, rvTypeRecords)

  serve(app, rvTypes.models, async ({ cat_id, year_id }) => ({
    message: 'Models',
    data: await modelsOf(deps.db, cat_id, year_id),
  }))
}
