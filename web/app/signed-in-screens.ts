import type { RecordType } from '#contract/kinds.ts'
import type { screens } from '#web/navigation/screens.ts'
import { type LoadScreen, loaded } from './load-screen.ts'

/** The screens behind the sign-in: for each kind of record its list and the page of each record, and the others. */
export const signedInScreens = {
  rv_types: loaded(() => import('#web/screens/rv-types/rv-types-screen.tsx'), 'RvTypesScreen'),
  models: loaded(() => import('#web/screens/models/models-screen.tsx'), 'ModelsScreen'),
  app_images: loaded(() => import('#web/screens/slider-images/slider-images-screen.tsx'), 'SliderImagesScreen'),
  menu_items: loaded(() => import('#web/screens/app-menus/app-menus-screen.tsx'), 'AppMenusScreen'),
  years: loaded(() => import('#web/screens/years/years-screen.tsx'), 'YearsScreen'),
  users: loaded(() => import('#web/screens/users/users-screen.tsx'), 'UsersScreen'),
  social_medias: loaded(() => import('#web/screens/social-medias/social-medias-screen.tsx'), 'SocialMediasScreen'),
  cms_pages: loaded(() => import('#web/screens/cms-pages/cms-pages-screen.tsx'), 'CmsPagesScreen'),
  topics: loaded(() => import('#web/screens/topics/topics-screen.tsx'), 'TopicsScreen'),
  sub_topics: loaded(() => import('#web/screens/sub-topics/sub-topics-screen.tsx'), 'SubTopicsScreen'),
  manuals: loaded(() => import('#web/screens/manuals/manuals-screen.tsx'), 'ManualsScreen'),
  manual_pages: loaded(() => import('#web/screens/manual-pages/manual-pages-screen.tsx'), 'ManualPagesScreen'),
  checklists: loaded(() => import('#web/screens/checklists/checklists-screen.tsx'), 'ChecklistsScreen'),
  rvs: loaded(() => import('#web/screens/rvs/rvs-screen.tsx'), 'RvsScreen'),
  maintenance_items: loaded(
    () => import('#web/screens/maintenance-items/maintenance-items-screen.tsx'),
    'MaintenanceItemsScreen',
  ),
  dealers: loaded(() => import('#web/screens/dealers/dealers-screen.tsx'), 'DealersScreen'),
  notifications: loaded(() => import('#web/screens/notifications/notifications-screen.tsx'), 'NotificationsScreen'),
  vin_patterns: loaded(() => import('#web/screens/vin-patterns/vin-patterns-screen.tsx'), 'VinPatternsScreen'),
  templates: loaded(() => import('#web/screens/templates/templates-screen.tsx'), 'TemplatesScreen'),
  audiences: loaded(() => import('#web/screens/audiences/audiences-screen.tsx'), 'AudiencesScreen'),
  campaigns: loaded(() => import('#web/screens/campaigns/campaigns-screen.tsx'), 'CampaignsScreen'),
  campaign_units: loaded(() => import('#web/screens/campaign-units/units-screen.tsx'), 'CampaignUnitsScreen'),
  admins: loaded(() => import('#web/screens/administrators/administrators-screen.tsx'), 'AdministratorsScreen'),
  dashboard: loaded(() => import('#web/screens/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  editProfile: loaded(() => import('#web/screens/edit-profile/edit-profile-screen.tsx'), 'EditProfileScreen'),
  recentChanges: loaded(() => import('#web/screens/recent-changes/recent-changes-screen.tsx'), 'RecentChangesScreen'),
  keys: loaded(() => import('#web/screens/keys/keys-screen.tsx'), 'KeysScreen'),
  webhooks: loaded(() => import('#web/screens/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
  import: loaded(() => import('#web/screens/import/import-screen.tsx'), 'ImportScreen'),
  rollover: loaded(() => import('#web/screens/rollover/rollover-screen.tsx'), 'RolloverScreen'),
  french: loaded(() => import('#web/screens/french/french-screen.tsx'), 'FrenchScreen'),
  system: loaded(() => import('#web/screens/system/system-screen.tsx'), 'SystemScreen'),
  security: loaded(() => import('#web/screens/security/security-screen.tsx'), 'SecurityScreen'),
  blank: loaded(() => import('#web/screens/blank/blank-screen.tsx'), 'BlankScreen'),
} satisfies Partial<Record<keyof typeof screens, LoadScreen>> & Record<RecordType, LoadScreen>
