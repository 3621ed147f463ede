import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { said } from '#contract/records.ts'
import { ownCampaigns } from './campaigns.ts'
import { content } from './content.ts'
import { ownNotifications } from './notifications.ts'
import { ownRecords } from './own-records.ts'

/** The lists that return what the app stores, by path. */
export const syncedLists = {
  rv_types: content.rvTypes,
  years: content.years,
  models: content.models,
  topics: content.topics,
  sub_topics: content.subTopics,
  manuals: content.manuals,
  manual_pages: content.manualPages,
  cms_pages: content.cmsPages,
  dealers: content.dealers,
  slider_images: content.sliderImages,
  menu_items: content.menuItems,
  social_medias: content.socialMedias,
  rvs: ownRecords.rvs,
  checklists: ownRecords.checklists,
  maintenance: ownRecords.maintenance,
  notifications: ownNotifications.inbox,
  campaigns: ownCampaigns.campaigns,
} as const
export type SyncType = keyof typeof syncedLists
const syncTypes = Object.keys(syncedLists) as [SyncType, ...SyncType[]]

/** The most records in one answer. */
export const MOST_SYNCED = 500

type Row<Type extends SyncType> = (typeof syncedLists)[Type]['output']['shape']['data']['element']
type Changed<Type extends SyncType> = z.ZodObject<{ type: z.ZodLiteral<Type>; record: Row<Type> }>

/** What a list returns. */
export const rowOf = <Type extends SyncType>(type: Type) => syncedLists[type].output.shape.data.element as Row<Type>

const WHICH_LIST = 'The list that the record belongs to.'
/** A record with its type, for each type. */
export const changedRecords = syncTypes.map((type) =>
  z.object({
    type: z.literal(type).meta({ description: WHICH_LIST }),
    record: rowOf(type).meta({ description: 'The record, as the list of its type would give it.' }),
  }),
) as unknown as [{ [Type in SyncType]: Changed<Type> }[SyncType]]

/**
 * What has changed since a cursor, in order: everything published and, with a session, everything of the owner's.
 * `record` is what the list of its type would return. Without `since` it starts from the beginning; 410 asks for that
 * again.
 */
export const sync = endpoint(
  'sync',
  z.object({
    since: z
      .string()
      .max(1000)
      .optional()
      .meta({ description: 'The `cursor` of the answer before; without it, everything.' }),
  }),
  said.extend({
    changed: z
      .array(z.discriminatedUnion('type', changedRecords))
      .meta({ description: 'The records that are new or have changed.' }),
    deleted: z
      .array(
        z.object({
          type: z.enum(syncTypes).meta({ description: WHICH_LIST }),
          _id: z.string().meta({ description: 'The id of the record.' }),
        }),
      )
      .meta({ description: 'The records that are no longer there.' }),
    cursor: z.string().meta({ description: 'To be sent as `since` the next time.' }),
    more: z.boolean().meta({ description: 'Whether there is more at once.' }),
  }),
  { owner: true, get: true, public: true, session: 'optional' },
)
