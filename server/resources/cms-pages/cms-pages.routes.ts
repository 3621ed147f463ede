import { cmsPages } from '#contract/cms-pages.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listCmsPages } from './cms-pages.repository.ts'
import { addCmsPage, editCmsPage, setCmsPageDeleted } from './cms-pages.service.ts'

const said = toasts('CMS data')

export function cmsPageRoutes(app: App, deps: Deps) {
  const { db } = deps

  serve(app, cmsPages.list, async (input) => ({
    message: 'CMS pages',
    ...(await listCmsPages(db, input)),
  }))

  serve(app, cmsPages.add, (fields, { by, once }) =>
    once(db, async (db) => ({ message: said.added, data: await addCmsPage({ ...deps, db }, fields, by) })),
  )

  serve(app, cmsPages.edit, async ({ cms_page_id, version, code: _staysAsItIs, ...fields }, { by }) => ({
    message: said.updated,
    data: await editCmsPage(deps, cms_page_id, version, fields, by),
  }))

  serve(app, cmsPages.delete, async ({ cms_page_id, version }, { by }) => {
    await setCmsPageDeleted(db, cms_page_id, version, true, by)
    return { message: said.removed }
  })

  serve(app, cmsPages.restore, async ({ cms_page_id, version }, { by }) => {
    await setCmsPageDeleted(db, cms_page_id, version, false, by)
    return { message: said.restored }
  })
}
