import { content } from '#contract/owner/content.ts'
import { socialMedias } from '#contract/social-medias.ts'
import { publishedToAll } from '../records/published.ts'
import { type ServedKind, serveRecords } from '../records/serve-records.ts'
import { socialMediaList } from './social-medias.repository.ts'
import { socialMediaRecords } from './social-medias.service.ts'

export const servedSocialMedias: ServedKind<'social_medias'> = {
  list: socialMediaList,
  serve: (app, deps) => serveRecords(app, deps, socialMedias, socialMediaRecords, { listed: 'Social media' }),
  publish: (app, deps) => publishedToAll(app, deps, content.socialMedias, socialMediaList),
}
