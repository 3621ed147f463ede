import { screens } from './screens.ts'

/** Screens for visitors, which explain themselves, and the blank one. */
type Silent =
  | 'login'
  | 'forgetPassword'
  | 'resetPassword'
  | 'acceptInvitation'
  | 'endSession'
  | 'notMe'
  | 'confirmEmail'
  | 'blank'

// What each screen is for. Apart from the paths and titles, which the login page loads too.
const texts: Record<Exclude<keyof typeof screens, Silent>, string> = {
  dashboard: 'Current totals. Click one to open its list.',
  editProfile: 'Your name, email address, picture and password.',
  rvTypes:
    'The categories of RVs that owners choose from, in the order of their sequence numbers. Models and manuals belong to one.',
  models: 'The models of each RV type and year that owners choose from when they register an RV.',
  sliderImages:
    'The pictures that owners swipe through at the start of the app, in the order of their sequence numbers.',
  appMenus:
    'The entries of the menu in the app: their titles, icons and order. Entries are built into the app, so you can’t add more here.',
  years: 'The model years that models and manuals belong to.',
  users: 'The people who use the app. Turning a user off signs them out until you turn them back on.',
  socialMedia: 'The links to social networks that the app shows.',
  cmsPages: 'The pages of text in the app, such as its terms and the privacy policy.',
  topics: 'The chapters of the owner’s manuals. Sub topics and manual pages belong to one.',
  subTopics: 'The sections of each topic. Every manual page belongs to one.',
  manuals: 'One owner’s manual for each RV type and year, with its PDF. Its text is in the manual pages.',
  manualPages: 'The pages of the owner’s manuals: one text for each manual, topic and sub topic.',
  checklists: 'The lists that owners tick off, such as before leaving. Owners add lists of their own as well.',
  rvManagement: 'The RVs that owners have registered, with their warranty status.',
  maintenanceItems: 'What is due for service, and when owners are reminded of it.',
  rvDealers: 'The dealers and service centres that owners find on the map.',
  notifications: 'Messages to owners’ phones: to some, or to everybody who matches. Sent shows what became of each.',
  recentChanges:
    'Who changed what, and when. Most changes can be undone, in any order: later changes by others are kept.',
  administrators:
    'The people who can sign in here. Whoever leaves is deactivated, which ends all sessions at once; the name stays in the history.',
  security: 'What signing in takes besides your password, and where you are signed in.',
  system: 'How the installation is: servers, database, backups, jobs, failed emails, and storage.',
}

const byPath = new Map<string, string>(
  Object.entries(texts).map(([name, text]) => [screens[name as keyof typeof screens].path, text]),
)

/** What a screen is for, in words. */
export const helpOf = ({ path }: { path: string }) => byPath.get(path)

/** A screen with what it is for, as lists show it. */
export const withHelp = <Shown extends { path: string }>(screen: Shown) => ({ ...screen, help: helpOf(screen) })
