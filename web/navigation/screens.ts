import { listPaths } from '#contract/paths.ts'

/**
 * A screen: its path, the title in heading, breadcrumb and browser tab, the menu's label where it differs. Its help is in help.ts.
 */
export type Screen = { path: string; title: string; menuLabel?: string }

/** Every screen. Routes, menu, pages and links read paths and titles from here. */
export const screens = {
  login: { path: '/login', title: 'Login' },
  forgetPassword: { path: '/forget-password', title: 'Forget Password?' },
  resetPassword: { path: '/reset-password/:id', title: 'Reset Password' },
  dashboard: {
    path: '/dashboard',
    title: 'Dashboard',
  },
  editProfile: {
    path: '/edit-profile',
    title: 'Edit Profile',
  },
  rvTypes: {
    path: listPaths.rv_types,
    title: 'RV Types',
  },
  models: {
    path: listPaths.models,
    title: 'Models',
  },
  sliderImages: {
    path: listPaths.app_images,
    title: 'Slider Images',
  },
  appMenus: {
    path: listPaths.menu_items,
    title: 'App Menus',
  },
  years: {
    path: listPaths.years,
    title: 'Years',
  },
  users: {
    path: listPaths.users,
    title: 'Users',
  },
  socialMedia: {
    path: listPaths.social_medias,
    title: 'Social Media',
  },
  cmsPages: {
    path: listPaths.cms_pages,
    title: 'CMS Pages',
  },
  topics: {
    path: listPaths.topics,
    title: 'Topics',
  },
  subTopics: {
    path: listPaths.sub_topics,
    title: 'Sub Topics',
  },
  manuals: {
    path: listPaths.manuals,
    title: 'Manuals',
  },
  manualPages: {
    path: listPaths.manual_pages,
    title: 'Manual Pages',
  },
  checklists: {
    path: listPaths.checklists,
    title: 'Checklists Management',
  },
  rvManagement: {
    path: listPaths.rvs,
    title: 'RV Management',
  },
  maintenanceItems: {
    path: listPaths.maintenance_items,
    title: 'Maintenance Items Management',
  },
  rvDealers: {
    path: listPaths.dealers,
    title: 'RV Dealers/Service',
  },
  notifications: {
    path: listPaths.notifications,
    title: 'Manage Notification',
    menuLabel: 'Manage Notifications',
  },
  recentChanges: {
    path: '/recent-changes',
    title: 'Recent changes',
  },
  administrators: {
    path: listPaths.admins,
    title: 'Administrators',
  },
  security: {
    path: '/sign-in-and-security',
    title: 'Sign-in and security',
  },
  system: {
    path: '/system',
    title: 'System',
  },
  acceptInvitation: { path: '/accept-invitation/:token?', title: 'Accept invitation' },
  endSession: { path: '/end-session/:token?', title: 'End session' },
  notMe: { path: '/not-me/:token?', title: 'This was not me' },
  confirmEmail: { path: '/confirm-email/:token?', title: 'Confirm email' },
  blank: { path: '/blank', title: 'Blank' },
} as const satisfies Record<string, Screen>
