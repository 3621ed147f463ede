import { cmsPages } from '#contract/cms-pages.ts'
import { content } from '#contract/owner/content.ts'
import { publishedToAll } from '../../http/published.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { cmsPageList } from './cms-pages.repository.ts'
import { cmsPageRecords } from './cms-pages.service.ts'

export const servedCmsPages: ServedKind<'cms_pages'> = {
  list: cmsPageList,
  serve: (app, deps) => serveRecords(app, deps, cmsPages, cmsPageRecords),
  publish: (app, deps) => publishedToAll(app, deps, content.cmsPages, cmsPageList),
}
