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
  words: { [Name in keyof Shape]?: string },
  more: More[] = [],
) => cutPageOf(seenBy('owners', kind, row, more, words).extend(filesOf(kind)))

/** What an app needs to fetch a text's pictures, and to know whether it already has them. */
const pictures = { pictures: z.array(servedFile) }
const manualWords = { name: 'What the manual is called: its RV type and model year.' }
const manualSeen = seenBy('owners', manualKind, manual, ['name', 'page_count'], manualWords).extend(filesOf(manualKind))
const manualPageSeen = seenBy('owners', manualPageKind, manualPage, [], {
  name: 'The heading of the page.',
  content: 'The text of the page, as clean HTML.',
}).extend(pictures)
const cmsPageSeen = seenBy('owners', cmsPageKind, cmsPage, [], {
  title: 'The heading of the page.',
  code: 'A fixed name by which the app knows the page.',
  content: 'The text of the page, as clean HTML.',
}).extend(pictures)
const dealerWords = {
  name: 'What the dealer is called.',
  type: 'Whether it sells, repairs, or does both.',
  state: 'The state or province.',
  phone: 'The phone number; empty where there is none.',
  area: 'The part of the city.',
}

/**
 * The published content: active records in order. Needs only the application key. Answers have an ETag, and are 304 for
 * If-None-Match while nothing has changed.
 */
export const content = {
  rvTypes: endpoint('rv_types', pageInput, pageFor(rvTypeKind, rvType, { name: 'What the type is called.' }), read),
  years: endpoint('years', pageInput, pageFor(yearKind, year, { name: 'The model year, in four digits.' }), read),
  models: endpoint(
    'models',
    pageInput.extend({ cat_id: id.optional(), year_id: id.optional() }),
    pageFor(modelKind, model, { name: 'What the model is called.', description: 'What is said of the model.' }),
    read,
  ),
  topics: endpoint('topics', pageInput, pageFor(topicKind, topic, { name: 'The heading of the chapter.' }), read),
  subTopics: endpoint(
    'sub_topics',
    pageInput.extend({ topic_id: id.optional() }),
    pageFor(subTopicKind, subTopic, { name: 'The heading of the section.' }),
    read,
  ),
  manuals: endpoint('manuals', pageInput, cutPageOf(manualSeen), read),
  /** The pages of one manual in the order of topics and sub topics. */
  manualPages: endpoint('manual_pages', pageInput.extend({ manual_id: id }), cutPageOf(manualPageSeen), read),
  cmsPages: endpoint('cms_pages', pageInput, cutPageOf(cmsPageSeen), read),
  dealers: endpoint('dealers', pageInput, pageFor(dealerKind, dealer, dealerWords), read),
  sliderImages: endpoint(
    'slider_images',
    pageInput,
    pageFor(
      appImageKind,
      appImage,
      { code: 'A fixed name by which the app knows the place of the picture.', url: 'The address of the picture.' },
      ['code'],
    ),
    read,
  ),
  menuItems: endpoint(
    'menu_items',
    pageInput,
    pageFor(menuItemKind, menuItem, {
      title: 'What stands in the menu.',
      code: 'A fixed name by which the app knows where the item leads.',
    }),
    read,
  ),
  socialMedias: endpoint(
    'social_medias',
    pageInput,
    pageFor(socialMediaKind, socialMedia, {
      name: 'What the network is called.',
      url: 'The address of the profile there.',
    }),
    read,
  ),
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

/** By the dealer's clock: whether a department is open, and when the next one opens; null if its hours do not say. */
const opening = { open_now: z.boolean().nullable(), opens_at: z.iso.datetime().nullable() }

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
      after: id.optional(),
      latitude: coordinate(90, 'Please enter a latitude from -90 to 90.'),
      longitude: coordinate(180, 'Please enter a longitude from -180 to 180.'),
      miles,
      type: z.enum(DEALER_TYPES).optional().meta({ description: 'Only those that sell, or that repair.' }),
      line: z.enum(ACTIVE_LINES).optional(),
    }),
    cutPageOf(
      seenBy('owners', dealerKind, dealer, [], dealerWords).extend({
        ...filesOf(dealerKind),
        distance_miles: z.number(),
        ...opening,
      }),
    ),
    read,
  ),
  manual: endpoint('manuals/get', whichOne, answered(manualSeen), read),
  manualPage: endpoint('manual_pages/get', whichOne, answered(manualPageSeen), read),
  cmsPage: endpoint('cms_pages/get', whichOne, answered(cmsPageSeen), read),
}
