import { appImages } from '#contract/app-images.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve, serveGet } from '../../http/serve.ts'
import { findAppImage, listAppImages } from './app-images.repository.ts'
import { addAppImage, editAppImage, setAppImageDeleted } from './app-images.service.ts'

const messages = toasts('Image')

/** Answers the calls of contract/app-images.ts. */
export function appImageRoutes(app: App, deps: Deps) {
  const { db } = deps

  serve(app, appImages.list, async (input) => ({
    message: 'Slider images',
    ...(await listAppImages(db, input)),
  }))

  serveGet(app, appImages.get, 'Slider image', async (id) => (await findAppImage(db, id)).image)

  serve(app, appImages.add, (fields, { changing, idempotent }) =>
    changing(db, messages.added, async (change) => ({ data: await addAppImage(deps, fields, change, idempotent) })),
  )

  serve(app, appImages.edit, ({ app_image_id, version, ...fields }, { changing }) =>
    changing(db, messages.updated, async (change) => ({
      data: await editAppImage(deps, app_image_id, version, fields, change),
    })),
  )

  serve(app, appImages.delete, ({ app_image_id, version }, { changing }) =>
    changing(db, messages.removed, (change) => setAppImageDeleted(db, app_image_id, version, true, change)),
  )

  serve(app, appImages.restore, ({ app_image_id, version }, { changing }) =>
    changing(db, messages.restored, (change) => setAppImageDeleted(db, app_image_id, version, false, change)),
  )
}
