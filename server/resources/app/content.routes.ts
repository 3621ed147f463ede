import { content } from '#contract/app/content.ts'
import type { Deps } from '../../deps.ts'
import { active, publishedToAll } from '../../http/published.ts'
import type { App } from '../../http/serve.ts'
import { listAppImages } from '../app-images/app-images.repository.ts'
import { listCmsPages } from '../cms-pages/cms-pages.repository.ts'
import { listDealers } from '../dealers/dealers.repository.ts'
import { listInSequence } from '../manual-pages/manual-pages.repository.ts'
import { listPublishedManuals } from '../manuals/manuals.repository.ts'
import { listMenuItems } from '../menu-items/menu-items.repository.ts'
import { listModels } from '../models/models.repository.ts'
import { listRvTypes } from '../rv-types/rv-types.repository.ts'
import { listSocialMedias } from '../social-medias/social-medias.repository.ts'
import { listSubTopics } from '../sub-topics/sub-topics.repository.ts'
import { listTopics } from '../topics/topics.repository.ts'
import { listYears } from '../years/years.repository.ts'

/** The published content. A new read needs a line here and one in contract/app/content.ts. */
export function contentRoutes(app: App, deps: Deps) {
  const { db } = deps
  publishedToAll(app, deps, content.rvTypes, (input) => listRvTypes(db, active(input)))
  publishedToAll(app, deps, content.years, (input) =>
    listYears(db, { ...active(input), sort: [{ field: 'name', order: 'desc' }] }),
  )
  publishedToAll(app, deps, content.models, (input) => listModels(db, active(input)))
  publishedToAll(app, deps, content.topics, (input) => listTopics(db, active(input)))
  publishedToAll(app, deps, content.subTopics, (input) => listSubTopics(db, active(input)))
  publishedToAll(app, deps, content.manuals, (input) => listPublishedManuals(db, active(input)))
  publishedToAll(app, deps, content.manualPages, ({ manual_id, ...asked }) => listInSequence(db, manual_id, asked))
  publishedToAll(app, deps, content.cmsPages, (input) => listCmsPages(db, active(input)))
  publishedToAll(app, deps, content.dealers, (input) => listDealers(db, active(input)))
  publishedToAll(app, deps, content.sliderImages, (input) => listAppImages(db, active(input)))
  publishedToAll(app, deps, content.menuItems, (input) => listMenuItems(db, active(input)))
  publishedToAll(app, deps, content.socialMedias, (input) => listSocialMedias(db, active(input)))
}
