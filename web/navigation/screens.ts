import { FRENCH_PATH, IMPORT_PATH, KEYS_PATH, listPaths, ROLLOVER_PATH, WEBHOOKS_PATH } from '#contract/paths.ts'

/** The path of a screen, and its title in heading, breadcrumb and browser tab. */
type Screen = { path: string; title?: string }

/**
 * The screens that list no kind of record, and the paths of those lists that others link to by name. What screens are
 * for is in help.ts, as are the titles of lists.
 */
export const screens = {
  login: { path: '/login', title: 'Login' },
  forgetPassword: { path: '/forget-password', title: 'Forget Password?' },
  resetPassword: { path: '/reset-password/:id', title: 'Reset Password' },
  dashboard: { path: '/dashboard', title: 'Dashboard' },
  editProfile: { path: '/edit-profile', title: 'Edit Profile' },
  recentChanges: { path: '/recent-changes', title: 'Recent changes' },
  security: { path: '/sign-in-and-security', title: 'Sign-in and security' },
  keys: { path: KEYS_PATH, title: 'Keys for programs' },
  webhooks: { path: WEBHOOKS_PATH, title: 'Webhooks' },
  import: { path: IMPORT_PATH, title: 'Import' },
  rollover: { path: ROLLOVER_PATH, title: 'Model-year rollover' },
  french: { path: FRENCH_PATH, title: 'French' },
  system: { path: '/system', title: 'System' },
  acceptInvitation: { path: '/accept-invitation/:token?', title: 'Accept invitation' },
  endSession: { path: '/end-session/:token?', title: 'End session' },
  notMe: { path: '/not-me/:token?', title: 'This was not me' },
  confirmEmail: { path: '/confirm-email/:token?', title: 'Confirm email' },
  blank: { path: '/blank', title: 'Blank' },
  rvTypes: { path: listPaths.rv_types },
  models: { path: listPaths.models },
  sliderImages: { path: listPaths.app_images },
  years: { path: listPaths.years },
  users: { path: listPaths.users },
  cmsPages: { path: listPaths.cms_pages },
  topics: { path: listPaths.topics },
  subTopics: { path: listPaths.sub_topics },
  manuals: { path: listPaths.manuals },
  manualPages: { path: listPaths.manual_pages },
  checklists: { path: listPaths.checklists },
  rvManagement: { path: listPaths.rvs },
  maintenanceItems: { path: listPaths.maintenance_items },
  rvDealers: { path: listPaths.dealers },
  notifications: { path: listPaths.notifications },
  templates: { path: listPaths.templates },
  vin_patterns: { path: listPaths.vin_patterns },
  audiences: { path: listPaths.audiences },
  campaigns: { path: listPaths.campaigns },
  campaignUnits: { path: listPaths.campaign_units },
  administrators: { path: listPaths.admins },
} as const satisfies Record<string, Screen>

/** The group of the menu with what concerns programs, files and safety; it has no page of its own. */
export const programsAndSafety = { title: 'Programs and Safety' }
