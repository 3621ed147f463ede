import { socialMedias } from '#contract/social-medias.ts'
import type { Deps } from '../../deps.ts'
import type { App } from '../../http/serve.ts'
import { serveRecords } from '../records/serve-records.ts'
import { socialMediaRecords } from './social-medias.service.ts'

/** Answers the calls of contract/social-medias.ts. */
export function socialMediaRoutes(app: App, deps: Deps) {
  serveRecords(app, deps, socialMedias, socialMediaRecords, { listed: 'Social media' })
}
