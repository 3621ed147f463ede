import { cmsPages } from '#contract/cms-pages.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve, serveGet } from '../../http/serve.ts'
import { findCmsPage, listCmsPages } from './cms-pages.repository.ts'
import { addCmsPage, cleanCmsPage, editCmsPage, setCmsPageDeleted } from './cms-pages.service.ts'

const messages = toasts('CMS data')

/** Answers the calls of contract/cms-pages.ts. */
export function cmsPageRoutes(app: App, deps: Deps) {
  const { db } = deps

  serve(app, cmsPages.list, async (input) => ({
    message: 'CMS pages',
    ...(await listCmsPages(db, input)),
  }))

  serveGet(app, cmsPages.get, 'CMS page', (id) => findCmsPage(db, id))

  serve(app, cmsPages.add, async (fields, { changing, idempotent }) => {
    const clean = await cleanCmsPage(deps, fields)
    return changing(db, messages.added, (change) =>
      idempotent(db, async (db) => ({ data: await addCmsPage(db, clean, change) })),
    )
  })

  serve(app, cmsPages.edit, ({ cms_page_id, version, code: _staysAsItIs, ...fields }, { changing }) =>
    changing(db, messages.updated, async (change) => ({
      data: await editCmsPage(deps, cms_page_id, version, fields, change),
    })),
  )

  serve(app, cmsPages.delete, ({ cms_page_id, version }, { changing }) =>
    changing(db, messages.removed, (change) => setCmsPageDeleted(db, cms_page_id, version, true, change)),
  )

  serve(app, cmsPages.restore, ({ cms_page_id, version }, { changing }) =>
    changing(db, messages.restored, (change) => setCmsPageDeleted(db, cms_page_id, version, false, change)),
  )
}
