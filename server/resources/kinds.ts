import type { RecordType } from '#contract/kinds.ts'
import { servedAdministrators } from './administrators/index.ts'
import { servedAppImages } from './app-images/index.ts'
import { servedAudiences } from './audiences/index.ts'
import { servedCampaignUnits } from './campaign-units/index.ts'
import { servedCampaigns } from './campaigns/index.ts'
import { servedChecklists } from './checklists/index.ts'
import { servedCmsPages } from './cms-pages/index.ts'
import { servedDealers } from './dealers/index.ts'
import { servedMaintenanceItems } from './maintenance-items/index.ts'
import { servedManualPages } from './manual-pages/index.ts'
import { servedManuals } from './manuals/index.ts'
import { servedMenuItems } from './menu-items/index.ts'
import { servedModels } from './models/index.ts'
import { servedNotifications } from './notifications/index.ts'
import type { ServedKind } from './records/serve-records.ts'
import { servedRvTypes } from './rv-types/index.ts'
import { servedRvs } from './rvs/index.ts'
import { servedSocialMedias } from './social-medias/index.ts'
import { servedSubTopics } from './sub-topics/index.ts'
import { servedTemplates } from './templates/index.ts'
import { servedTopics } from './topics/index.ts'
import { servedUsers } from './users/index.ts'
import { servedVinPatterns } from './vin-patterns/index.ts'
import { servedYears } from './years/index.ts'

/** How every kind of record is served, by its table. */
export const servedKinds: { [Table in RecordType]: ServedKind<Table> } = {
  rv_types: servedRvTypes,
  models: servedModels,
  app_images: servedAppImages,
  menu_items: servedMenuItems,
  years: servedYears,
  users: servedUsers,
  social_medias: servedSocialMedias,
  cms_pages: servedCmsPages,
  topics: servedTopics,
  sub_topics: servedSubTopics,
  manuals: servedManuals,
  manual_pages: servedManualPages,
  checklists: servedChecklists,
  rvs: servedRvs,
  vin_patterns: servedVinPatterns,
  maintenance_items: servedMaintenanceItems,
  dealers: servedDealers,
  notifications: servedNotifications,
  templates: servedTemplates,
  audiences: servedAudiences,
  campaigns: servedCampaigns,
  campaign_units: servedCampaignUnits,
  admins: servedAdministrators,
}
