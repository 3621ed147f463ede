import { content } from '#contract/owner/content.ts'
import { publishedToAll } from '../../http/published.ts'
import type { ServedKind } from '../records/serve-records.ts'
import { listInSequence, manualPageList } from './manual-pages.repository.ts'
import { manualPageRoutes } from './manual-pages.routes.ts'

export const servedManualPages: ServedKind<'manual_pages'> = {
  list: manualPageList,
  serve: manualPageRoutes,
  publish: (app, deps) =>
    publishedToAll(app, deps, content.manualPages, manualPageList, (db, { manual_id, ...asked }) =>
      listInSequence(db, manual_id, asked),
    ),
}
