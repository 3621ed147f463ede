import { toasts } from '#contract/records.ts'
import { socialMedias } from '#contract/social-medias.ts'
import type { Deps } from '../../deps.ts'
import { type App, serve } from '../../http/serve.ts'
import { listSocialMedias } from './social-medias.repository.ts'
import { addSocialMedia, editSocialMedia, setSocialMediaDeleted } from './social-medias.service.ts'

const messages = toasts('Social media data')

/** Answers the calls of contract/social-medias.ts. */
export function socialMediaRoutes(app: App, deps: Deps) {
  const { db } = deps

  serve(app, socialMedias.list, async (input) => ({
    message: 'Social media',
    ...(await listSocialMedias(db, input)),
  }))

  serve(app, socialMedias.add, async (fields, { actor, idempotent }) => ({
    message: messages.added,
    data: await addSocialMedia(deps, fields, actor, idempotent),
  }))

  serve(app, socialMedias.edit, async ({ social_media_id, version, ...fields }, { actor }) => ({
    message: messages.updated,
    data: await editSocialMedia(deps, social_media_id, version, fields, actor),
  }))

  serve(app, socialMedias.delete, async ({ social_media_id, version }, { actor }) => {
    await setSocialMediaDeleted(db, social_media_id, version, true, actor)
    return { message: messages.removed }
  })

  serve(app, socialMedias.restore, async ({ social_media_id, version }, { actor }) => {
    await setSocialMediaDeleted(db, social_media_id, version, false, actor)
    return { message: messages.restored }
  })
}
