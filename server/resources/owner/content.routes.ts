import { content } from '#contract/owner/content.ts'
import { askPage } from '../../db/lists/list-page.ts'
import type { Deps } from '../../deps.ts'
import { active, publishedToAll } from '../../http/published.ts'
import type { App } from '../../http/serve.ts'
import { appImageList } from '../app-images/app-images.repository.ts'
import { cmsPageList } from '../cms-pages/cms-pages.repository.ts'
import { dealerList } from '../dealers/dealers.repository.ts'
import { listInSequence, manualPageList } from '../manual-pages/manual-pages.repository.ts'
import { manualList } from '../manuals/manuals.repository.ts'
import { menuItemList } from '../menu-items/menu-items.repository.ts'
import { modelList } from '../models/models.repository.ts'
import { rvTypeList } from '../rv-types/rv-types.repository.ts'
import { socialMediaList } from '../social-medias/social-medias.repository.ts'
import { subTopicList } from '../sub-topics/sub-topics.repository.ts'
import { topicList } from '../topics/topics.repository.ts'
import { yearList } from '../years/years.repository.ts'

/** The published content. A new read needs a line here and one in contract/owner/content.ts. */
export function contentRoutes(app: App, deps: Deps) {
  publishedToAll(app, deps, content.rvTypes, rvTypeList)
  publishedToAll(app, deps, content.years, yearList, async (db, input) =>
    (await askPage(db, yearList, { ...active(input), sort: [{ field: 'name', order: 'desc' }] })).read(),
  )
  publishedToAll(app, deps, content.models, modelList)
  publishedToAll(app, deps, content.topics, topicList)
  publishedToAll(app, deps, content.subTopics, subTopicList)
  publishedToAll(app, deps, content.manuals, manualList)
  publishedToAll(app, deps, content.manualPages, manualPageList, (db, { manual_id, ...asked }) =>
    listInSequence(db, manual_id, asked),
  )
  publishedToAll(app, deps, content.cmsPages, cmsPageList)
  publishedToAll(app, deps, content.dealers, dealerList)
  publishedToAll(app, deps, content.sliderImages, appImageList)
  publishedToAll(app, deps, content.menuItems, menuItemList)
  publishedToAll(app, deps, content.socialMedias, socialMediaList)
}
