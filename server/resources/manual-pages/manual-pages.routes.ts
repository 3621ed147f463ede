import { manualPages } from '#contract/manual-pages.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve, serveGet } from '../../http/serve.ts'
import { findManualPage, listManualPages } from './manual-pages.repository.ts'
import {
  addManualPage,
  cleanManualPage,
  editManualPage,
  setManualPageDeleted,
  uploadPageImage,
} from './manual-pages.service.ts'

const messages = toasts('Manual Page')

/** Answers the calls of contract/manual-pages.ts. */
export function manualPageRoutes(app: App, deps: Deps) {
  const { db } = deps

  serve(app, manualPages.list, async (input) => ({
    message: 'Manual pages',
    ...(await listManualPages(db, input)),
  }))

  serveGet(app, manualPages.get, 'Manual page', (id) => findManualPage(db, id))

  serve(app, manualPages.add, async (fields, { changing, idempotent }) => {
    const clean = await cleanManualPage(deps, fields)
    return changing(db, messages.added, (change) =>
      idempotent(db, async (db) => ({ data: await addManualPage(db, clean, change) })),
    )
  })

  serve(app, manualPages.edit, ({ manual_page_id, version, ...fields }, { changing }) =>
    changing(db, messages.updated, async (change) => ({
      data: await editManualPage(deps, manual_page_id, version, fields, change),
    })),
  )

  serve(app, manualPages.delete, ({ manual_page_id, version }, { changing }) =>
    changing(db, messages.removed, (change) => setManualPageDeleted(db, manual_page_id, version, true, change)),
  )

  serve(app, manualPages.restore, ({ manual_page_id, version }, { changing }) =>
    changing(db, messages.restored, (change) => setManualPageDeleted(db, manual_page_id, version, false, change)),
  )

  serve(app, manualPages.upload, async ({ image }) => {
    const url = await uploadPageImage(deps, image)
    return { message: 'file uploaded successfully', url, data: { url } }
  })
}
