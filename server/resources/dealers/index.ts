import { content } from '#contract/owner/content.ts'
import { publishedToAll } from '../../http/published.ts'
import type { ServedKind } from '../records/serve-records.ts'
import { dealerList } from './dealers.repository.ts'
import { dealerRoutes } from './dealers.routes.ts'

export const servedDealers: ServedKind<'dealers'> = {
  list: dealerList,
  serve: dealerRoutes,
  publish: (app, deps) => publishedToAll(app, deps, content.dealers, dealerList),
}
