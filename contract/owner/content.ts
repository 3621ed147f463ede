import { appImage } from '#contract/app-images.ts'
import { cmsPage } from '#contract/cms-pages.ts'
import { dealer } from '#contract/dealers.ts'
import { endpoint } from '#contract/endpoint.ts'
import { id } from '#contract/fields.ts'
import { manualPage } from '#contract/manual-pages.ts'
import { manual } from '#contract/manuals.ts'
import { menuItem } from '#contract/menu-items.ts'
import { model } from '#contract/models.ts'
import { pageOf } from '#contract/records.ts'
import { rvType } from '#contract/rv-types.ts'
import { socialMedia } from '#contract/social-medias.ts'
import { subTopic } from '#contract/sub-topics.ts'
import { topic } from '#contract/topics.ts'
import { year } from '#contract/years.ts'
import { pageInput } from './own-records.ts'

const inside = { is_deleted: true, srno: true, version: true, created_at: true, updated_by: true } as const
const read = { owner: true, get: true, public: true } as const

/**
 * The published content: active records in order. Needs the application key only. Answers carry an ETag and are 304
 * for If-None-Match while nothing has changed.
 */
export const content = {
  rvTypes: endpoint('rv_types', pageInput, pageOf(rvType.omit({ ...inside, model_count: true })), read),
  years: endpoint('years', pageInput, pageOf(year.omit({ ...inside, model_count: true })), read),
  models: endpoint(
    'models',
    pageInput.extend({ cat_id: id.optional(), year_id: id.optional() }),
    pageOf(model.omit(inside)),
    read,
  ),
  topics: endpoint(
    'topics',
    pageInput,
    pageOf(
      topic.omit({
        ...inside,
        subtopic_count: true,
        deleted_subtopic_count: true,
        page_count: true,
        deleted_page_count: true,
      }),
    ),
    read,
  ),
  subTopics: endpoint(
    'sub_topics',
    pageInput.extend({ topic_id: id.optional() }),
    pageOf(subTopic.omit({ ...inside, page_count: true, deleted_page_count: true })),
    read,
  ),
  manuals: endpoint(
    'manuals',
    pageInput,
    pageOf(manual.omit({ ...inside, pdf_outdated: true, pdf_made_at: true })),
    read,
  ),
  /** The pages of one manual in the order of topics and sub topics. */
  manualPages: endpoint('manual_pages', pageInput.extend({ manual_id: id }), pageOf(manualPage.omit(inside)), read),
  cmsPages: endpoint('cms_pages', pageInput, pageOf(cmsPage.omit(inside)), read),
  dealers: endpoint('dealers', pageInput, pageOf(dealer.omit(inside)), read),
  sliderImages: endpoint('slider_images', pageInput, pageOf(appImage.omit(inside)), read),
  menuItems: endpoint('menu_items', pageInput, pageOf(menuItem.omit(inside)), read),
  socialMedias: endpoint('social_medias', pageInput, pageOf(socialMedia.omit(inside)), read),
}
