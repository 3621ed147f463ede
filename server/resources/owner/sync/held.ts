import type { z } from 'zod'
import { rowOf, type SyncType } from '#contract/owner/sync.ts'
import type { List } from '../../../db/lists/list-page.ts'
import type { RecordTable } from '../../../db/schema.ts'
import { appImageList } from '../../app-images/app-images.repository.ts'
import { checklistList } from '../../checklists/checklists.repository.ts'
import { cmsPageList } from '../../cms-pages/cms-pages.repository.ts'
import { dealerList } from '../../dealers/dealers.repository.ts'
import { maintenanceItemList } from '../../maintenance-items/maintenance-items.repository.ts'
import { manualPageList } from '../../manual-pages/manual-pages.repository.ts'
import { manualList } from '../../manuals/manuals.repository.ts'
import { menuItemList } from '../../menu-items/menu-items.repository.ts'
import { modelList } from '../../models/models.repository.ts'
import { rvTypeList } from '../../rv-types/rv-types.repository.ts'
import { rvList } from '../../rvs/rvs.repository.ts'
import { socialMediaList } from '../../social-medias/social-medias.repository.ts'
import { subTopicList } from '../../sub-topics/sub-topics.repository.ts'
import { topicList } from '../../topics/topics.repository.ts'
import { yearList } from '../../years/years.repository.ts'

type AnyList = Pick<List<unknown, object>, 'select' | 'toWire'> & { table: RecordTable }
/** A kind of record that the app stores: the list that reads it, and what the app gets of it. */
export type SyncedKind = {
  type: SyncType
  list: AnyList
  toWire: (record: object) => { _id: string }
  /** Whether it says if the owner added it. */
  isMine: boolean
}

function held(type: SyncType, list: unknown): SyncedKind {
  const one = list as AnyList
  const row: z.ZodObject = rowOf(type)
  return {
    type,
    list: one,
    toWire: (record) => row.parse(record) as { _id: string },
    isMine: 'mine' in row.shape,
  }
}

/** The table with inboxes' messages. */
export const INBOX = 'notification_recipients'
/** The table with campaigns' vehicles, which owners' RVs may be. */
export const CAMPAIGNS = 'campaign_units'
/** What the app stores from tables whose lists are not lists of records. */
export const besidesTables: Readonly<Record<string, SyncType>> = { [INBOX]: 'notifications', [CAMPAIGNS]: 'campaigns' }

/** Everything that the app stores, by table. */
export const heldTables: ReadonlyMap<string, SyncedKind> = new Map<RecordTable, SyncedKind>([
  ['rv_types', held('rv_types', rvTypeList)],
  ['years', held('years', yearList)],
  ['models', held('models', modelList)],
  ['topics', held('topics', topicList)],
  ['sub_topics', held('sub_topics', subTopicList)],
  ['manuals', held('manuals', manualList)],
  ['manual_pages', held('manual_pages', manualPageList)],
  ['cms_pages', held('cms_pages', cmsPageList)],
  ['dealers', held('dealers', dealerList)],
  ['app_images', held('slider_images', appImageList)],
  ['menu_items', held('menu_items', menuItemList)],
  ['social_medias', held('social_medias', socialMediaList)],
  ['rvs', held('rvs', rvList)],
  ['checklists', held('checklists', checklistList)],
  ['maintenance_items', held('maintenance', maintenanceItemList)],
])
