import { manualPages } from '#contract/manual-pages.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listManualPages } from './manual-pages.repository.ts'
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

  serve(app, manualPages.add, async (fields, { actor, idempotent }) => {
    const clean = await cleanManualPage(deps, fields)
    return idempotent(db, async (db) => ({ message: messages.added, data: await addManualPage(db, clean, actor) }))
  })

  serve(app, manualPages.edit, async ({ manual_page_id, version, ...fields }, { actor }) => ({
    message: messages.updated,
    data: await editManualPage(deps, manual_page_id, version, fields, actor),
  }))

  serve(app, manualPages.delete, async ({ manual_page_id, version }, { actor }) => {
    await setManualPageDeleted(db, manual_page_id, version, true, actor)
    return { message: messages.removed }
  })

  serve(app, manualPages.restore, async ({ manual_page_id, version }, { actor }) => {
    await setManualPageDeleted(db, manual_page_id, version, false, actor)
    return { message: messages.restored }
  })

  serve(app, manualPages.upload, async ({ image }) => {
    const url = await uploadPageImage(deps, image)
    return { message: 'file uploaded successfully', url, data: { url } }
  })
}
