import { manualPages } from '#contract/manual-pages.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { serveRecords } from '../records/serve-records.ts'
import { fetchPageImage, manualPageRecords, uploadPageImage } from './manual-pages.service.ts'

/** Answers the calls of contract/manual-pages.ts. */
export function manualPageRoutes(app: App, deps: Deps) {
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
