import { manualPages } from '#contract/manual-pages.ts'
import { content, contentFound } from '#contract/owner/content.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/app-type.ts'
import { serve } from '../../http/serve.ts'
import { publishedToAll } from '../records/published.ts'
import { publishedOne } from '../records/published-one.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { listInSequence, manualPageList } from './manual-pages.repository.ts'
import { fetchPageImage, manualPageRecords, uploadPageImage } from './manual-pages.service.ts'

export const servedManualPages: ServedKind<'manual_pages'> = {
  list: manualPageList,
  serve: manualPageRoutes,
  publish(app, deps) {
    publishedToAll(app, deps, content.manualPages, manualPageList, (db, { manual_id, ...asked }, at) =>
      listInSequence(db, manual_id, { ...asked, at }),
    )
    publishedOne(app, deps, contentFound.manualPage, 'manual_pages', manualPageRecords.find)
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
