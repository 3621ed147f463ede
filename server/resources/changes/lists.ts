import type { RecordType } from '#contract/changes.ts'
import type { List } from '../../db/list-page.ts'
import { appImageList } from '../app-images/app-images.repository.ts'
import { checklistList } from '../checklists/checklists.repository.ts'
import { cmsPageList } from '../cms-pages/cms-pages.repository.ts'
import { dealerList } from '../dealers/dealers.repository.ts'
import { maintenanceItemList } from '../maintenance-items/maintenance-items.repository.ts'
import { manualPageList } from '../manual-pages/manual-pages.repository.ts'
import { manualList } from '../manuals/manuals.repository.ts'
import { modelList } from '../models/models.repository.ts'
import { rvTypeList } from '../rv-types/rv-types.repository.ts'
import { rvList } from '../rvs/rvs.repository.ts'
import { socialMediaList } from '../social-medias/social-medias.repository.ts'
import { subTopicList } from '../sub-topics/sub-topics.repository.ts'
import { topicList } from '../topics/topics.repository.ts'
import { userList } from '../users/users.repository.ts'
import { yearList } from '../years/years.repository.ts'

/** The lists whose records can be changed in bulk, each with what can be done. Only their filters matter here. */
export const bulkLists: Partial<Record<RecordType, List<never, never>>> = {
  rv_types: rvTypeList,
  models: modelList,
  app_images: appImageList,
  years: yearList,
  users: userList,
  social_medias: socialMediaList,
  cms_pages: cmsPageList,
  topics: topicList,
  sub_topics: subTopicList,
  manuals: manualList,
  manual_pages: manualPageList,
  checklists: checklistList,
  rvs: rvList,
  maintenance_items: maintenanceItemList,
  dealers: dealerList,
} as Partial<Record<RecordType, unknown>> as Partial<Record<RecordType, List<never, never>>>
