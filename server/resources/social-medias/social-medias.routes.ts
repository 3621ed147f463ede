import { toasts } from '#contract/records.ts'
import { socialMedias } from '#contract/social-medias.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve, serveGet } from '../../http/serve.ts'
import { findSocialMedia, listSocialMedias } from './social-medias.repository.ts'
import { addSocialMedia, editSocialMedia, setSocialMediaDeleted } from './social-medias.service.ts'

const messages = toasts('Social media data')

/** Answers the calls of contract/social-medias.ts. */
export function socialMediaRoutes(app: App, deps: Deps) {
  const { db } = deps

  serve(app, socialMedias.list, async (input) => ({
    message: 'Social media',
    ...(await listSocialMedias(db, input)),
  }))

  serveGet(app, socialMedias.get, 'Social media', async (id) => (await findSocialMedia(db, id)).socialMedia)

  serve(app, socialMedias.add, (fields, { changing, idempotent }) =>
    changing(db, messages.added, async (change) => ({ data: await addSocialMedia(deps, fields, change, idempotent) })),
  )

  serve(app, socialMedias.edit, ({ social_media_id, version, ...fields }, { changing }) =>
    changing(db, messages.updated, async (change) => ({
      data: await editSocialMedia(deps, social_media_id, version, fields, change),
    })),
  )

  serve(app, socialMedias.delete, ({ social_media_id, version }, { changing }) =>
    changing(db, messages.removed, (change) => setSocialMediaDeleted(db, social_media_id, version, true, change)),
  )

  serve(app, socialMedias.restore, ({ social_media_id, version }, { changing }) =>
    changing(db, messages.restored, (change) => setSocialMediaDeleted(db, social_media_id, version, false, change)),
  )
}
