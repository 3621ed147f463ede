import { content } from '#contract/owner/content.ts'
import { publishedToAll } from '../../http/published.ts'
import type { ServedKind } from '../records/serve-records.ts'
import { rvTypeList } from './rv-types.repository.ts'
import { rvTypeRoutes } from './rv-types.routes.ts'

export const servedRvTypes: ServedKind<'rv_types'> = {
  list: rvTypeList,
  serve: rvTypeRoutes,
  publish: (app, deps) => publishedToAll(app, deps, content.rvTypes, rvTypeList),
}
