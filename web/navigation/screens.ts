/**
 * A screen: its path, the title in heading, breadcrumb and browser tab, the menu's label where it differs, and the kind
 * of record that it lists. Its help is in help.ts.
 */
export type Screen = { path: string; title: string; menuLabel?: string; lists?: string }

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
    path: '/rv-types',
    title: 'RV Types',
    lists: 'rv_types',
  },
  models: {
    path: '/models',
    title: 'Models',
    lists: 'models',
  },
  sliderImages: {
    path: '/slider-images',
    title: 'Slider Images',
    lists: 'app_images',
  },
  appMenus: {
    path: '/app-menus',
    title: 'App Menus',
    lists: 'menu_items',
  },
  years: {
    path: '/years',
    title: 'Years',
    lists: 'years',
  },
  users: {
    path: '/users',
    title: 'Users',
    lists: 'users',
  },
  socialMedia: {
    path: '/socialmedia',
    title: 'Social Media',
    lists: 'social_medias',
  },
  cmsPages: {
    path: '/cms-pages',
    title: 'CMS Pages',
    lists: 'cms_pages',
  },
  topics: {
    path: '/topics',
    title: 'Topics',
    lists: 'topics',
  },
  subTopics: {
    path: '/sub-topics',
    title: 'Sub Topics',
    lists: 'sub_topics',
  },
  manuals: {
    path: '/manuals',
    title: 'Manuals',
    lists: 'manuals',
  },
  manualPages: {
    path: '/manual-pages',
    title: 'Manual Pages',
    lists: 'manual_pages',
  },
  checklists: {
    path: '/checklists-management',
    title: 'Checklists Management',
    lists: 'checklists',
  },
  rvManagement: {
    path: '/rv-management',
    title: 'RV Management',
    lists: 'rvs',
  },
  maintenanceItems: {
    path: '/maintenance-item-management',
    title: 'Maintenance Items Management',
    lists: 'maintenance_items',
  },
  rvDealers: {
    path: '/rv-dealers',
    title: 'RV Dealers/Service',
    lists: 'dealers',
  },
  notifications: {
    path: '/manage-notifications',
    title: 'Manage Notification',
    menuLabel: 'Manage Notifications',
    lists: 'notifications',
  },
  recentChanges: {
    path: '/recent-changes',
    title: 'Recent Changes',
  },
  administrators: {
    path: '/administrators',
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
  acceptInvitation: { path: '/accept-invitation/:token', title: 'Accept Invitation' },
  endSession: { path: '/end-session/:token', title: 'End Session' },
  blank: { path: '/blank', title: 'Blank' },
} as const satisfies Record<string, Screen>
