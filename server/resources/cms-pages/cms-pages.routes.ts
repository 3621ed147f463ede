import { cmsPages } from '#contract/cms-pages.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listCmsPages } from './cms-pages.repository.ts'
import { addCmsPage, cleanCmsPage, editCmsPage, setCmsPageDeleted } from './cms-pages.service.ts'

const messages = toasts('CMS data')

/** Answers the calls of contract/cms-pages.ts. */
export function cmsPageRoutes(app: App, deps: Deps) {
  const { db } = deps

  serve(app, cmsPages.list, async (input) => ({
    message: 'CMS pages',
    ...(await listCmsPages(db, input)),
  }))

  serve(app, cmsPages.add, async (fields, { actor, idempotent }) => {
    const clean = await cleanCmsPage(deps, fields)
    return idempotent(db, async (db) => ({ message: messages.added, data: await addCmsPage(db, clean, actor) }))
  })

  serve(app, cmsPages.edit, async ({ cms_page_id, version, code: _staysAsItIs, ...fields }, { actor }) => ({
    message: messages.updated,
    data: await editCmsPage(deps, cms_page_id, version, fields, actor),
  }))

  serve(app, cmsPages.delete, async ({ cms_page_id, version }, { actor }) => {
    await setCmsPageDeleted(db, cms_page_id, version, true, actor)
    return { message: messages.removed }
  })

  serve(app, cmsPages.restore, async ({ cms_page_id, version }, { actor }) => {
    await setCmsPageDeleted(db, cms_page_id, version, false, actor)
    return { message: messages.restored }
  })
}
