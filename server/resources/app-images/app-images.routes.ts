import { appImages } from '#contract/app-images.ts'
import { toasts } from '#contract/records.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listAppImages } from './app-images.repository.ts'
import { addAppImage, editAppImage, setAppImageDeleted } from './app-images.service.ts'

const said = toasts('Image')

export function appImageRoutes(app: App, deps: Deps) {
  const { db } = deps

  serve(app, appImages.list, async (input) => ({
    message: 'Slider images',
    ...(await listAppImages(db, input)),
  }))

  serve(app, appImages.add, async (fields, { by, once }) => ({
    message: said.added,
    data: await addAppImage(deps, fields, by, once),
  }))

  serve(app, appImages.edit, async ({ app_image_id, version, ...fields }, { by }) => ({
    message: said.updated,
    data: await editAppImage(deps, app_image_id, version, fields, by),
  }))

  serve(app, appImages.delete, async ({ app_image_id, version }, { by }) => {
    await setAppImageDeleted(db, app_image_id, version, true, by)
    return { message: said.removed }
  })

  serve(app, appImages.restore, async ({ app_image_id, version }, { by }) => {
    await setAppImageDeleted(db, app_image_id, version, false, by)
    return { message: said.restored }
  })
}
