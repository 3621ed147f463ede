/**
 * A screen: its path, the title in heading, breadcrumb and browser tab, the menu's label where it differs, and what the
 * screen is for.
 */
export type Screen = { path: string; title: string; menuLabel?: string; help?: string }

/** Every screen. Routes, menu, pages and links read paths and titles from here. */
export const screens = {
  login: { path: '/login', title: 'Login' },
  forgetPassword: { path: '/forget-password', title: 'Forget Password?' },
  resetPassword: { path: '/reset-password/:id', title: 'Reset Password' },
  dashboard: {
    path: '/dashboard',
    title: 'Dashboard',
    help: 'What the app holds at this moment. Each number leads to its list.',
  },
  editProfile: {
    path: '/edit-profile',
    title: 'Edit Profile',
    help: 'Your name, e-mail address, picture and password.',
  },
  rvTypes: {
    path: '/rv-types',
    title: 'RV Types',
    help: 'The categories of RVs that owners choose from, in the order of their sequence numbers. Models and manuals belong to one.',
  },
  models: {
    path: '/models',
    title: 'Models',
    help: 'The models of each RV type and year that owners choose from when they register an RV.',
  },
  sliderImages: {
    path: '/slider-images',
    title: 'Slider Images',
    help: 'The pictures that owners swipe through at the start of the app, in the order of their sequence numbers.',
  },
  appMenus: {
    path: '/app-menus',
    title: 'App Menus',
    help: 'The entries of the menu in the app: their titles, icons and order. Entries are built into the app, so none is added here.',
  },
  years: {
    path: '/years',
    title: 'Years',
    help: 'The model years that models and manuals belong to.',
  },
  users: {
    path: '/users',
    title: 'Users',
    help: 'The people who use the app. Turning one off signs the person out until turned on again.',
  },
  socialMedia: {
    path: '/socialmedia',
    title: 'Social Media',
    help: 'The links to social networks that the app shows.',
  },
  cmsPages: {
    path: '/cms-pages',
    title: 'CMS Pages',
    help: 'The pages of text in the app, such as its terms and the privacy policy.',
  },
  topics: {
    path: '/topics',
    title: 'Topics',
    help: 'The chapters of the owner’s manuals. Sub topics and manual pages belong to one.',
  },
  subTopics: {
    path: '/sub-topics',
    title: 'Sub Topics',
    help: 'The sections of each topic. Every manual page belongs to one.',
  },
  manuals: {
    path: '/manuals',
    title: 'Manuals',
    help: 'One owner’s manual for each RV type and year, with its PDF. Its text is in the manual pages.',
  },
  manualPages: {
    path: '/manual-pages',
    title: 'Manual Pages',
    help: 'The pages of the owner’s manuals: one text for each manual, topic and sub topic.',
  },
  checklists: {
    path: '/checklists-management',
    title: 'Checklists Management',
    help: 'The lists that owners tick off, such as before leaving. Owners add lists of their own as well.',
  },
  rvManagement: {
    path: '/rv-management',
    title: 'RV Management',
    help: 'The RVs that owners have registered, with their warranty status.',
  },
  maintenanceItems: {
    path: '/maintenance-item-management',
    title: 'Maintenance Items Management',
    help: 'What is due for service, and when owners are reminded of it.',
  },
  rvDealers: {
    path: '/rv-dealers',
    title: 'RV Dealers/Service',
    help: 'The dealers and service centres that owners find on the map.',
  },
  notifications: {
    path: '/manage-notifications',
    title: 'Manage Notification',
    menuLabel: 'Manage Notifications',
    help: 'Messages to owners’ phones: to some, or to everybody who matches. Sent shows what became of each.',
  },
  recentChanges: {
    path: '/recent-changes',
    title: 'Recent Changes',
    help: 'Who changed what, and when. Most changes can be undone, in any order: what others have changed since stays.',
  },
  administrators: {
    path: '/administrators',
    title: 'Administrators',
    help: 'The people who can sign in here. Whoever leaves is deactivated, which ends all sessions at once; the name stays in the history.',
  },
  security: {
    path: '/sign-in-and-security',
    title: 'Sign-in and security',
    help: 'What signing in takes besides your password, and where you are signed in.',
  },
  system: {
    path: '/system',
    title: 'System',
    help: 'How the installation is: servers, database, backups, jobs, mails that failed, and storage.',
  },
  acceptInvitation: { path: '/accept-invitation/:token', title: 'Accept Invitation' },
  endSession: { path: '/end-session/:token', title: 'End Session' },
  blank: { path: '/blank', title: 'Blank' },
} as const satisfies Record<string, Screen>
