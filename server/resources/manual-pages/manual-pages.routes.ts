import { manualPages } from '#contract/manual-pages.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listManualPages } from './manual-pages.repository.ts'
import { addManualPage, editManualPage, setManualPageDeleted, uploadPageImage } from './manual-pages.service.ts'

const said = toasts('Manual Page')

export function manualPageRoutes(app: App, deps: Deps) {
  const { db } = deps

  serve(app, manualPages.list, async (input) => ({
    message: 'Manual pages',
    ...(await listManualPages(db, input)),
  }))

  serve(app, manualPages.add, (fields, { by, once }) =>
    once(db, async (db) => ({ message: said.added, data: await addManualPage({ ...deps, db }, fields, by) })),
  )

  serve(app, manualPages.edit, async ({ manual_page_id, version, ...fields }, { by }) => ({
    message: said.updated,
    data: await editManualPage(deps, manual_page_id, version, fields, by),
  }))

  serve(app, manualPages.delete, async ({ manual_page_id, version }, { by }) => {
    await setManualPageDeleted(db, manual_page_id, version, true, by)
    return { message: said.removed }
  })

  serve(app, manualPages.restore, async ({ manual_page_id, version }, { by }) => {
    await setManualPageDeleted(db, manual_page_id, version, false, by)
    return { message: said.restored }
  })

  serve(app, manualPages.upload, async ({ image }) => {
    const url = await uploadPageImage(deps, image)
    return { message: 'file uploaded successfully', url, data: { url } }
  })
}
