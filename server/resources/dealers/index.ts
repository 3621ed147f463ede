import { content, contentFound } from '#contract/owner/content.ts'
import { publishedToAll } from '../../http/published.ts'
import { serve } from '../../http/serve.ts'
import type { ServedKind } from '../records/serve-records.ts'
import { withFiles } from '../records/with-files.ts'
import { dealerList } from './dealers.repository.ts'
import { dealerRoutes } from './dealers.routes.ts'
import { listNear } from './near.ts'

export const servedDealers: ServedKind<'dealers'> = {
  list: dealerList,
  serve: dealerRoutes,
  publish(app, deps) {
    publishedToAll(app, deps, content.dealers, dealerList, undefined, (records) => withFiles(deps, 'dealers', records))
    serve(app, contentFound.dealersNear, async (input) => {
      const near = await listNear(deps.db, input)
      const data = await withFiles(deps, 'dealers', near.data)
      return contentFound.dealersNear.output.parse({ message: 'Dealers nearby', ...near, data })
    })
  },
}
