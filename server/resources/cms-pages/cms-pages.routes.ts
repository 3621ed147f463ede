import { cmsPages } from '#contract/cms-pages.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/serve.ts'
import { serveRecords } from '../records/serve-records.ts'
import { cmsPageRecords } from './cms-pages.service.ts'

/** Answers the calls of contract/cms-pages.ts. */
export function cmsPageRoutes(app: App, deps: Deps) {
  serveRecords(app, deps, cmsPages, cmsPageRecords)
}
