import { content } from '#contract/owner/content.ts'
import { publishedToAll } from '../../http/published.ts'
import type { ServedKind } from '../records/serve-records.ts'
import { manualList } from './manuals.repository.ts'
import { manualRoutes } from './manuals.routes.ts'

export const servedManuals: ServedKind<'manuals'> = {
  list: manualList,
  serve: manualRoutes,
  publish: (app, deps) => publishedToAll(app, deps, content.manuals, manualList),
}
