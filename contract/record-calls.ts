import { administrators } from './administrators.ts'
import { appImages } from './app-images.ts'
import { checklists } from './checklists.ts'
import { cmsPages } from './cms-pages.ts'
import { dealers } from './dealers.ts'
import type { RecordType } from './kinds.ts'
import { maintenanceItems } from './maintenance-items.ts'
import { manualPages } from './manual-pages.ts'
import { manuals } from './manuals.ts'
import { menuItems } from './menu-items.ts'
import { models } from './models.ts'
import { notifications } from './notifications.ts'
import { rvTypes } from './rv-types.ts'
import { rvs } from './rvs.ts'
import { socialMedias } from './social-medias.ts'
import { subTopics } from './sub-topics.ts'
import { topics } from './topics.ts'
import { users } from './users.ts'
import { years } from './years.ts'

/** The calls of each kind of record, of which all have `list` and `get`. */
export const recordCalls = {
  rv_types: rvTypes,
  models,
  app_images: appImages,
  menu_items: menuItems,
  years,
  users,
  social_medias: socialMedias,
  cms_pages: cmsPages,
  topics,
  sub_topics: subTopics,
  manuals,
  manual_pages: manualPages,
  checklists,
  rvs,
  maintenance_items: maintenanceItems,
  dealers,
  notifications,
  admins: administrators,
} satisfies Record<RecordType, object>
