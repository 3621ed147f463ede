import type { RecordType } from '#contract/kinds.ts'
import type { Filtered } from '../db/lists/list-filters.ts'
import { administratorList } from './administrators/administrators.repository.ts'
import { appImageList } from './app-images/app-images.repository.ts'
import { checklistList } from './checklists/checklists.repository.ts'
import { cmsPageList } from './cms-pages/cms-pages.repository.ts'
import { dealerList } from './dealers/dealers.repository.ts'
import { maintenanceItemList } from './maintenance-items/maintenance-items.repository.ts'
import { manualPageList } from './manual-pages/manual-pages.repository.ts'
import { manualList } from './manuals/manuals.repository.ts'
import { menuItemList } from './menu-items/menu-items.repository.ts'
import { modelList } from './models/models.repository.ts'
import { notificationList } from './notifications/notifications.repository.ts'
import { rvTypeList } from './rv-types/rv-types.repository.ts'
import { rvList } from './rvs/rvs.repository.ts'
import { socialMediaList } from './social-medias/social-medias.repository.ts'
import { subTopicList } from './sub-topics/sub-topics.repository.ts'
import { topicList } from './topics/topics.repository.ts'
import { userList } from './users/users.repository.ts'
import { yearList } from './years/years.repository.ts'

/** The list of every kind of record: what it is filtered and sorted by, and what it reads. */
export const recordLists: { [Table in RecordType]: Filtered<Table> } = {
  rv_types: rvTypeList,
  models: modelList,
  app_images: appImageList,
  menu_items: menuItemList,
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
  notifications: notificationList,
  admins: administratorList,
}
