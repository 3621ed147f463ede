import { content, contentFound } from '#contract/owner/content.ts'
import { isPublished } from '../../db/lists/published.ts'
import { publishedToAll } from '../../http/published.ts'
import { publishedOne } from '../../http/published-one.ts'
import type { ServedKind } from '../records/serve-records.ts'
import { withFiles } from '../records/with-files.ts'
import { listInSequence, manualPageList } from './manual-pages.repository.ts'
import { manualPageRoutes } from './manual-pages.routes.ts'
import { manualPageRecords } from './manual-pages.service.ts'

export const servedManualPages: ServedKind<'manual_pages'> = {
  list: manualPageList,
  serve: manualPageRoutes,
  publish(app, deps) {
    publishedToAll(
      app,
      deps,
      content.manualPages,
      manualPageList,
      (db, { manual_id, ...asked }, at) => listInSequence(db, manual_id, { ...asked, at }),
      (pages) => withFiles(deps, 'manual_pages', pages),
    )
    publishedOne(app, contentFound.manualPage, 'This manual page', async (id) => {
      const row = await manualPageRecords.find(deps.db, id)
      return (await isPublished(deps.db, 'manual_pages', id))
        ? (await withFiles(deps, 'manual_pages', [row]))[0]
        : undefined
    })
  },
}
