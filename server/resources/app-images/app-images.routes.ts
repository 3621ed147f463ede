import { appImages } from '#contract/app-images.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listAppImages } from './app-images.repository.ts'
import { addAppImage, editAppImage, setAppImageDeleted } from './app-images.service.ts'

const messages = toasts('Image')

/** Answers the calls of contract/app-images.ts. */
export function appImageRoutes(app: App, deps: Deps) {
  const { db } = deps

  serve(app, appImages.list, async (input) => ({
    message: 'Slider images',
    ...(await listAppImages(db, input)),
  }))

  serve(app, appImages.add, async (fields, { actor, idempotent }) => ({
    message: messages.added,
    data: await addAppImage(deps, fields, actor, idempotent),
  }))

  serve(app, appImages.edit, async ({ app_image_id, version, ...fields }, { actor }) => ({
    message: messages.updated,
    data: await editAppImage(deps, app_image_id, version, fields, actor),
  }))

  serve(app, appImages.delete, async ({ app_image_id, version }, { actor }) => {
    await setAppImageDeleted(db, app_image_id, version, true, actor)
    return { message: messages.removed }
  })

  serve(app, appImages.restore, async ({ app_image_id, version }, { actor }) => {
    await setAppImageDeleted(db, app_image_id, version, false, actor)
    return { message: messages.restored }
  })
}
