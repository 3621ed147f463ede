import { cmsPages } from '#contract/cms-pages.ts'
import { content, contentFound } from '#contract/owner/content.ts'
import { publishedToAll } from '../records/published.ts'
import { publishedOne } from '../records/published-one.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { cmsPageList } from './cms-pages.repository.ts'
import { cmsPageRecords } from './cms-pages.service.ts'

export const servedCmsPages: ServedKind<'cms_pages'> = {
  list: cmsPageList,
  serve: (app, deps) => serveRecords(app, deps, cmsPages, cmsPageRecords),
  publish(app, deps) {
    publishedToAll(app, deps, content.cmsPages, cmsPageList)
    publishedOne(app, deps, contentFound.cmsPage, 'cms_pages', cmsPageRecords.find)
  },
}
