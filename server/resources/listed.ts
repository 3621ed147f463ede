import { administrators } from '#contract/administrators.ts'
import { appImages } from '#contract/app-images.ts'
import { changes } from '#contract/changes.ts'
import { checklists } from '#contract/checklists.ts'
import { cmsPages } from '#contract/cms-pages.ts'
import { dealers } from '#contract/dealers.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { maintenanceItems } from '#contract/maintenance-items.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { manuals } from '#contract/manuals.ts'
import { menuItems } from '#contract/menu-items.ts'
import { models } from '#contract/models.ts'
import { notifications } from '#contract/notifications.ts'
import { rvTypes } from '#contract/rv-types.ts'
import { rvs } from '#contract/rvs.ts'
import { socialMedias } from '#contract/social-medias.ts'
import { subTopics } from '#contract/sub-topics.ts'
import { topics } from '#contract/topics.ts'
import { users } from '#contract/users.ts'
import { years } from '#contract/years.ts'
import type { ListColumn } from '../db/list-columns.ts'
import { columnsOf, type List } from '../db/list-page.ts'
import { administratorList } from './administrators/administrators.repository.ts'
import { appImageList } from './app-images/app-images.repository.ts'
import { changeList } from './changes/changes.repository.ts'
import { checklistList } from './checklists/checklists.repository.ts'
import { cmsPageList } from './cms-pages/cms-pages.repository.ts'
import { dealerList } from './dealers/dealers.repository.ts'
import { maintenanceItemList } from './maintenance-items/maintenance-items.repository.ts'
import { manualPageList } from './manual-pages/manual-pages.repository.ts'
import { manualList } from './manuals/manuals.repository.ts'
import { menuItemList } from './menu-items/menu-items.repository.ts'
import { modelList } from './models/models.repository.ts'
import { notificationList, recipientList } from './notifications/notifications.repository.ts'
import { rvTypeList } from './rv-types/rv-types.repository.ts'
import { rvList } from './rvs/rvs.repository.ts'
import { socialMediaList } from './social-medias/social-medias.repository.ts'
import { subTopicList } from './sub-topics/sub-topics.repository.ts'
import { topicList } from './topics/topics.repository.ts'
import { userList } from './users/users.repository.ts'
import { yearList } from './years/years.repository.ts'

const of = <Row, Wire>(endpoint: Endpoint, list: List<Row, Wire>) => [endpoint.path, columnsOf(list)] as const

/** The fields that each call filters and sorts by, by its path: what `listPage` refuses is not among them. */
export const listedColumns: ReadonlyMap<string, Record<string, ListColumn>> = new Map([
  of(administrators.list, administratorList),
  of(appImages.list, appImageList),
  of(changes.list, changeList),
  of(checklists.list, checklistList),
  of(cmsPages.list, cmsPageList),
  of(dealers.list, dealerList),
  of(dealers.map, dealerList),
  of(maintenanceItems.list, maintenanceItemList),
  of(manualPages.list, manualPageList),
  of(manuals.list, manualList),
  of(manuals.manual_years, yearList),
  of(menuItems.list, menuItemList),
  of(models.list, modelList),
  of(notifications.list, notificationList),
  of(notifications.recipients, recipientList),
  of(notifications.send, userList),
  of(rvTypes.list, rvTypeList),
  of(rvs.list, rvList),
  of(socialMedias.list, socialMediaList),
  of(subTopics.list, subTopicList),
  of(topics.list, topicList),
  of(users.list, userList),
  of(years.list, yearList),
])
