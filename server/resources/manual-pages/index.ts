import { manualPages } from '#contract/manual-pages.ts'
import { content, contentFound } from '#contract/owner/content.ts'
import { isPublished } from '../../db/lists/published.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { publishedToAll } from '../../http/published.ts'
import { publishedOne } from '../../http/published-one.ts'
import { serve } from '../../http/serve.ts'
import { inLanguage } from '../../records/in-french.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { withFiles } from '../records/with-files.ts'
import { listInSequence, manualPageList } from './manual-pages.repository.ts'
import { fetchPageImage, manualPageRecords, uploadPageImage } from './manual-pages.service.ts'

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
    publishedOne(app, contentFound.manualPage, 'This manual page', async (id, language) => {
      const rows = await inLanguage(deps.db, 'manual_pages', [await manualPageRecords.find(deps.db, id)], language)
      return (await isPublished(deps.db, 'manual_pages', id))
        ? (await withFiles(deps, 'manual_pages', rows))[0]
        : undefined
    })
  },
}

/** Answers the calls of contract/manual-pages.ts. */
function manualPageRoutes(app: App, deps: Deps) {
  serveRecords(app, deps, manualPages, manualPageRecords)

  serve(app, manualPages.upload, async ({ image }) => {
    const url = await uploadPageImage(deps, image)
    return { message: 'file uploaded successfully', url, data: { url } }
  })

  serve(app, manualPages.fetch, async ({ url: address }) => {
    const url = await fetchPageImage(deps, address)
    return { message: 'file uploaded successfully', url, data: { url } }
  })
}
