import type { z } from 'zod'
import { appImage, appImageKind } from '#contract/app-images.ts'
import { cmsPage, cmsPageKind } from '#contract/cms-pages.ts'
import { dealer, dealerKind } from '#contract/dealers.ts'
import { endpoint } from '#contract/endpoint.ts'
import { id } from '#contract/fields.ts'
import { manualPage, manualPageKind } from '#contract/manual-pages.ts'
import { manual, manualKind } from '#contract/manuals.ts'
import { menuItem, menuItemKind } from '#contract/menu-items.ts'
import { model, modelKind } from '#contract/models.ts'
import { pageOf } from '#contract/records.ts'
import { rvType, rvTypeKind } from '#contract/rv-types.ts'
import { socialMedia, socialMediaKind } from '#contract/social-medias.ts'
import { subTopic, subTopicKind } from '#contract/sub-topics.ts'
import { topic, topicKind } from '#contract/topics.ts'
import { year, yearKind } from '#contract/years.ts'
import { pageInput } from './own-records.ts'
import { type Described, seenBy } from './seen-by.ts'

const read = { owner: true, get: true, public: true } as const

/** A page of what all owners see of such records. */
const pageFor = <Columns extends Described, Shape extends z.ZodRawShape, More extends keyof Shape & string = never>(
  kind: { columns: Columns },
  row: z.ZodObject<Shape>,
  more: More[] = [],
) => pageOf(seenBy('owners', kind, row, more))

/**
 * The published content: active records in order. Needs the application key only. Answers carry an ETag and are 304
 * for If-None-Match while nothing has changed.
 */
export const content = {
  rvTypes: endpoint('rv_types', pageInput, pageFor(rvTypeKind, rvType), read),
  years: endpoint('years', pageInput, pageFor(yearKind, year), read),
  models: endpoint(
    'models',
    pageInput.extend({ cat_id: id.optional(), year_id: id.optional() }),
    pageFor(modelKind, model),
    read,
  ),
  topics: endpoint('topics', pageInput, pageFor(topicKind, topic), read),
  subTopics: endpoint(
    'sub_topics',
    pageInput.extend({ topic_id: id.optional() }),
    pageFor(subTopicKind, subTopic),
    read,
  ),
  manuals: endpoint('manuals', pageInput, pageFor(manualKind, manual, ['name', 'page_count']), read),
  /** The pages of one manual in the order of topics and sub topics. */
  manualPages: endpoint('manual_pages', pageInput.extend({ manual_id: id }), pageFor(manualPageKind, manualPage), read),
  cmsPages: endpoint('cms_pages', pageInput, pageFor(cmsPageKind, cmsPage), read),
  dealers: endpoint('dealers', pageInput, pageFor(dealerKind, dealer), read),
  sliderImages: endpoint('slider_images', pageInput, pageFor(appImageKind, appImage, ['code']), read),
  menuItems: endpoint('menu_items', pageInput, pageFor(menuItemKind, menuItem), read),
  socialMedias: endpoint('social_medias', pageInput, pageFor(socialMediaKind, socialMedia), read),
}
