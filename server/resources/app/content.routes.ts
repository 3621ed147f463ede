import { content } from '#contract/app/content.ts'
import type { Deps } from '../../deps.ts'
import { published } from '../../http/published.ts'
import { type App, serve } from '../../http/serve.ts'
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
export function contentRoutes(app: App, { db }: Deps) {
  published(app, content.rvTypes, (input) => listRvTypes(db, input))
  published(app, content.years, (input) => listYears(db, { ...input, sort: [{ field: 'name', order: 'desc' }] }))
  published(
    app,
    content.models,
    (input) => listModels(db, input),
    ({ cat_id, year_id }) => ({ cat_id, year_id }),
  )
  published(app, content.topics, (input) => listTopics(db, input))
  published(
    app,
    content.subTopics,
    (input) => listSubTopics(db, input),
    ({ topic_id }) => ({ topic_id }),
  )
  published(app, content.manuals, (input) => listPublishedManuals(db, input))
  serve(app, content.manualPages, async ({ manual_id, ...asked }) => {
    const found = await listInSequence(db, manual_id, asked)
    return content.manualPages.output.parse({ message: 'Listed', ...found })
  })
  published(app, content.cmsPages, (input) => listCmsPages(db, input))
  published(app, content.dealers, (input) => listDealers(db, input))
  published(app, content.sliderImages, (input) => listAppImages(db, input))
  published(app, content.menuItems, (input) => listMenuItems(db, input))
  published(app, content.socialMedias, (input) => listSocialMedias(db, input))
}
