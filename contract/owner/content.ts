import { z } from 'zod'
import { appImage, appImageKind } from '#contract/app-images.ts'
import { cmsPage, cmsPageKind } from '#contract/cms-pages.ts'
import { DEALER_TYPES } from '#contract/dealer-types.ts'
import { ACTIVE_LINES, dealer, dealerKind } from '#contract/dealers.ts'
import { endpoint } from '#contract/endpoint.ts'
import { coordinate, id } from '#contract/fields.ts'
import { manualPage, manualPageKind } from '#contract/manual-pages.ts'
import { manual, manualKind } from '#contract/manuals.ts'
import { menuItem, menuItemKind } from '#contract/menu-items.ts'
import { model, modelKind } from '#contract/models.ts'
import { formatNumber } from '#contract/plural.ts'
import { answered } from '#contract/records.ts'
import { rvType, rvTypeKind } from '#contract/rv-types.ts'
import { socialMedia, socialMediaKind } from '#contract/social-medias.ts'
import { subTopic, subTopicKind } from '#contract/sub-topics.ts'
import { topic, topicKind } from '#contract/topics.ts'
import { year, yearKind } from '#contract/years.ts'
import { cutPageOf, pageInput, whichOne } from './own-records.ts'
import { type Described, filesOf, seenBy, servedFile } from './seen-by.ts'

const read = { owner: true, get: true, public: true } as const

/** A page of such records as all owners see them. */
const pageFor = <Columns extends Described, Shape extends z.ZodRawShape, More extends keyof Shape & string = never>(
  kind: { columns: Columns },
  row: z.ZodObject<Shape>,
  more: More[] = [],
) => cutPageOf(seenBy('owners', kind, row, more).extend(filesOf(kind)))

/** What an app needs to fetch a text's pictures, and to know whether it already has them. */
const pictures = { pictures: z.array(servedFile).meta({ description: 'The pictures in the text.' }) }
const manualSeen = seenBy('owners', manualKind, manual, ['name', 'page_count']).extend({
  ...filesOf(manualKind),
  updated_at: manual.shape.updated_at.meta({ description: 'When it, or a page of it, last changed.' }),
})
const manualPageSeen = seenBy('owners', manualPageKind, manualPage, []).extend(pictures)
const cmsPageSeen = seenBy('owners', cmsPageKind, cmsPage, []).extend(pictures)

/**
 * The published content: active records in order. Needs only the application key. Answers have an ETag, and are 304 for
 * If-None-Match while nothing has changed.
 */
export const content = {
  rvTypes: endpoint('rv_types', pageInput, pageFor(rvTypeKind, rvType), read),
  years: endpoint('years', pageInput, pageFor(yearKind, year), read),
  models: endpoint(
    'models',
    pageInput.extend({
      cat_id: id.optional().meta({ description: 'Only models of this RV type.' }),
      year_id: id.optional().meta({ description: 'Only models of this model year.' }),
    }),
    pageFor(modelKind, model),
    read,
  ),
  topics: endpoint('topics', pageInput, pageFor(topicKind, topic), read),
  subTopics: endpoint(
    'sub_topics',
    pageInput.extend({ topic_id: id.optional().meta({ description: 'Only sections of this chapter.' }) }),
    pageFor(subTopicKind, subTopic),
    read,
  ),
  manuals: endpoint('manuals', pageInput, cutPageOf(manualSeen), read),
  /** The pages of one manual in the order of topics and sub topics. */
  manualPages: endpoint(
    'manual_pages',
    pageInput.extend({ manual_id: id.meta({ description: 'The id of the manual.' }) }),
    cutPageOf(manualPageSeen),
    read,
  ),
  cmsPages: endpoint('cms_pages', pageInput, cutPageOf(cmsPageSeen), read),
  dealers: endpoint('dealers', pageInput, pageFor(dealerKind, dealer), read),
  sliderImages: endpoint('slider_images', pageInput, pageFor(appImageKind, appImage, ['code']), read),
  menuItems: endpoint('menu_items', pageInput, pageFor(menuItemKind, menuItem), read),
  socialMedias: endpoint('social_medias', pageInput, pageFor(socialMediaKind, socialMedia), read),
}

/** Half the Earth's circumference. */
const MOST_MILES = 12_500
/** The default radius for nearby dealers, in miles. */
export const DEFAULT_MILES = 50
const MILES = `Please enter a distance in miles, up to ${formatNumber(MOST_MILES)}.`
const miles = z
  .union([z.string(), z.number()], { error: MILES })
  .meta({ exclusiveMinimum: 0, maximum: MOST_MILES })
  .transform(Number)
  .pipe(z.number({ error: MILES }).positive(MILES).max(MOST_MILES, MILES))
  .optional()
  .meta({ description: `Within how many miles; ${DEFAULT_MILES} without it.` })

const opening = {
  open_now: z.boolean().nullable().meta({
    description: 'Whether a department of the dealer is open, by the clock there; null where its hours do not say so.',
  }),
  opens_at: z.iso.datetime().nullable().meta({
    description: 'When the next department opens; null while one is open, or where the hours do not say so.',
  }),
}

/** The same content, found in other ways. */
export const contentFound = {
  /**
   * The dealers around a place, nearest first. `dealer` and `service` include those that are both, `TT` and `TC` those
   * with both lines.
   */
  dealersNear: endpoint(
    'dealers/near',
    pageInput.extend({
      // The distance and the id.
      after: id.optional().meta({ ...pageInput.shape.after.meta() }),
      latitude: coordinate(90, 'Please enter a latitude from -90 to 90.').meta({ description: 'Degrees north.' }),
      longitude: coordinate(180, 'Please enter a longitude from -180 to 180.').meta({ description: 'Degrees east.' }),
      miles,
      type: z.enum(DEALER_TYPES).optional().meta({ description: 'Only those that sell, or that repair.' }),
      line: z.enum(ACTIVE_LINES).optional().meta({ description: 'Only dealers that carry this line.' }),
    }),
    cutPageOf(
      seenBy('owners', dealerKind, dealer, []).extend({
        ...filesOf(dealerKind),
        distance_miles: z.number().meta({ description: 'How far away it is, in miles.' }),
        ...opening,
      }),
    ),
    read,
  ),
  manual: endpoint('manuals/get', whichOne, answered(manualSeen), read),
  manualPage: endpoint('manual_pages/get', whichOne, answered(manualPageSeen), read),
  cmsPage: endpoint('cms_pages/get', whichOne, answered(cmsPageSeen), read),
}
