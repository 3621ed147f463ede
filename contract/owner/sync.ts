import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { content } from './content.ts'
import { ownNotifications } from './notifications.ts'
import { ownRecords } from './own-records.ts'

/** The lists that give what the app holds, by their paths. */
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
} as const
export type SyncType = keyof typeof syncedLists
const syncTypes = Object.keys(syncedLists) as [SyncType, ...SyncType[]]

/** The most records of one answer. */
export const MOST_SYNCED = 500

type Row<Type extends SyncType> = (typeof syncedLists)[Type]['output']['shape']['data']['element']
type Changed<Type extends SyncType> = z.ZodObject<{ type: z.ZodLiteral<Type>; record: Row<Type> }>

/** What a list gives. */
export const rowOf = <Type extends SyncType>(type: Type) => syncedLists[type].output.shape.data.element as Row<Type>

/** A record with its type, for each type. */
export const changedRecords = syncTypes.map((type) =>
  z.object({ type: z.literal(type), record: rowOf(type) }),
) as unknown as [{ [Type in SyncType]: Changed<Type> }[SyncType]]

/**
 * What has changed since a cursor, in order: everything that is published and, with a session, everything of the owner.
 * `record` is what the list of its type would give. Without `since` it begins at the beginning; 410 asks to do so again.
 */
export const sync = endpoint(
  'sync',
  z.object({ since: z.string().max(1000).optional() }),
  z.object({
    message: z.string(),
    changed: z.array(z.discriminatedUnion('type', changedRecords)),
    deleted: z.array(z.object({ type: z.enum(syncTypes), _id: z.string() })),
    /** To be sent as `since` the next time. */
    cursor: z.string(),
    /** Whether there is more at once. */
    more: z.boolean(),
  }),
  { owner: true, get: true, public: true, session: 'optional' },
)
