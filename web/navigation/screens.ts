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
    path: '/rv-types',
    title: 'RV Types',
  },
  models: {
    path: '/models',
    title: 'Models',
  },
  sliderImages: {
    path: '/slider-images',
    title: 'Slider Images',
  },
  appMenus: {
    path: '/app-menus',
    title: 'App Menus',
  },
  years: {
    path: '/years',
    title: 'Years',
  },
  users: {
    path: '/users',
    title: 'Users',
  },
  socialMedia: {
    path: '/socialmedia',
    title: 'Social Media',
  },
  cmsPages: {
    path: '/cms-pages',
    title: 'CMS Pages',
  },
  topics: {
    path: '/topics',
    title: 'Topics',
  },
  subTopics: {
    path: '/sub-topics',
    title: 'Sub Topics',
  },
  manuals: {
    path: '/manuals',
    title: 'Manuals',
  },
  manualPages: {
    path: '/manual-pages',
    title: 'Manual Pages',
  },
  checklists: {
    path: '/checklists-management',
    title: 'Checklists Management',
  },
  rvManagement: {
    path: '/rv-management',
    title: 'RV Management',
  },
  maintenanceItems: {
    path: '/maintenance-item-management',
    title: 'Maintenance Items Management',
  },
  rvDealers: {
    path: '/rv-dealers',
    title: 'RV Dealers/Service',
  },
  notifications: {
    path: '/manage-notifications',
    title: 'Manage Notification',
    menuLabel: 'Manage Notifications',
  },
  recentChanges: {
    path: '/recent-changes',
    title: 'Recent changes',
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
  acceptInvitation: { path: '/accept-invitation/:token?', title: 'Accept invitation' },
  endSession: { path: '/end-session/:token?', title: 'End session' },
  notMe: { path: '/not-me/:token?', title: 'This was not me' },
  confirmEmail: { path: '/confirm-email/:token?', title: 'Confirm email' },
  blank: { path: '/blank', title: 'Blank' },
} as const satisfies Record<string, Screen>
