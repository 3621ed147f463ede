import { cmsPages } from '#contract/cms-pages.ts'
import { content, contentFound } from '#contract/owner/content.ts'
import { isPublished } from '../../db/lists/published.ts'
import { publishedToAll } from '../../http/published.ts'
import { publishedOne } from '../../http/published-one.ts'
import { inLanguage } from '../../records/in-french.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { withFiles } from '../records/with-files.ts'
import { cmsPageList } from './cms-pages.repository.ts'
import { cmsPageRecords } from './cms-pages.service.ts'

export const servedCmsPages: ServedKind<'cms_pages'> = {
  list: cmsPageList,
  serve: (app, deps) => serveRecords(app, deps, cmsPages, cmsPageRecords),
  publish(app, deps) {
    publishedToAll(app, deps, content.cmsPages, cmsPageList, undefined, (pages) => withFiles(deps, 'cms_pages', pages))
    publishedOne(app, contentFound.cmsPage, 'This CMS page', async (id, language) => {
      const rows = await inLanguage(deps.db, 'cms_pages', [await cmsPageRecords.find(deps.db, id)], language)
      return (await isPublished(deps.db, 'cms_pages', id)) ? (await withFiles(deps, 'cms_pages', rows))[0] : undefined
    })
  },
}
