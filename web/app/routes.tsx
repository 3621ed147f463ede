import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { RecordType } from '#contract/kinds.ts'
import { listPaths, recordPathOf } from '#contract/paths.ts'
import { screens } from '#web/navigation/screens.ts'
import { FullScreenSpinner } from '#web/ui/feedback/full-screen-spinner.tsx'
import { ForSignedIn, ForVisitors } from './guards.tsx'
import { Root } from './root.tsx'
import { RouteError } from './route-error.tsx'

/** Loads a screen when somebody goes there. */
const loaded =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  async () => ({ Component: (await load())[name] })

/** A route whose screen is loaded like that. */
const screen = <Name extends string>(path: string, ...of: Parameters<typeof loaded<Name>>): RouteObject => ({
  path,
  lazy: loaded(...of),
})

/** The screen of each kind of record, for its list and the page of each record. */
const screensOfKinds: Record<RecordType, RouteObject['lazy']> = {
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
  admins: loaded(() => import('#web/screens/administrators/administrators-screen.tsx'), 'AdministratorsScreen'),
}

const login = () => import('#web/screens/login/login-screen.tsx')

const forVisitors: RouteObject[] = [
  screen('/', login, 'LoginScreen'),
  screen(screens.login.path, login, 'LoginScreen'),
  screen(
    screens.forgetPassword.path,
    () => import('#web/screens/forget-password/forget-password-screen.tsx'),
    'ForgetPasswordScreen',
  ),
  screen(
    screens.resetPassword.path,
    () => import('#web/screens/reset-password/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
]

const forSignedIn: RouteObject[] = [
  screen(screens.dashboard.path, () => import('#web/screens/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  screen(
    screens.editProfile.path,
    () => import('#web/screens/edit-profile/edit-profile-screen.tsx'),
    'EditProfileScreen',
  ),
  ...(Object.keys(screensOfKinds) as RecordType[]).flatMap((type) =>
    [listPaths[type], recordPathOf(type, ':id')].map((path) => ({ path, lazy: screensOfKinds[type] })),
  ),
  screen(
    screens.recentChanges.path,
    () => import('#web/screens/recent-changes/recent-changes-screen.tsx'),
    'RecentChangesScreen',
  ),
  screen(screens.keys.path, () => import('#web/screens/keys/keys-screen.tsx'), 'KeysScreen'),
  screen(screens.webhooks.path, () => import('#web/screens/webhooks/webhooks-screen.tsx'), 'WebhooksScreen'),
  screen(screens.import.path, () => import('#web/screens/import/import-screen.tsx'), 'ImportScreen'),
  screen(screens.rollover.path, () => import('#web/screens/rollover/rollover-screen.tsx'), 'RolloverScreen'),
  screen(screens.system.path, () => import('#web/screens/system/system-screen.tsx'), 'SystemScreen'),
  screen(screens.security.path, () => import('#web/screens/security/security-screen.tsx'), 'SecurityScreen'),
  screen(screens.blank.path, () => import('#web/screens/blank/blank-screen.tsx'), 'BlankScreen'),
]

const mailedLinks = () => import('#web/screens/mailed-links/mailed-links.ts')

/** The pages of mailed links, whoever is signed in here. */
const forEverybody: RouteObject[] = [
  screen(
    screens.acceptInvitation.path,
    () => import('#web/screens/accept-invitation/accept-invitation-screen.tsx'),
    'AcceptInvitationScreen',
  ),
  screen(screens.endSession.path, mailedLinks, 'EndSessionScreen'),
  screen(screens.notMe.path, mailedLinks, 'NotMeScreen'),
  screen(screens.confirmEmail.path, mailedLinks, 'ConfirmEmailScreen'),
]

// Few people see it, and the login page should be small.
const errorPages: RouteObject[] = [
  screen('/unauthorized', () => import('./error-pages.tsx'), 'Unauthorized'),
  screen('*', () => import('./error-pages.tsx'), 'NotFound'),
]

// The condition is a constant of the build: neither the route nor its chunk gets into production.
const forDevelopment: RouteObject[] = import.meta.env.DEV
  ? [screen('/parts', () => import('#web/gallery/parts-page.tsx'), 'PartsPage')]
  : []

/** All routes of the application. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    HydrateFallback: FullScreenSpinner,
    errorElement: <RouteError />,
    children: [
      { element: <ForVisitors />, children: [{ errorElement: <RouteError />, children: forVisitors }] },
      { element: <ForSignedIn />, children: [{ errorElement: <RouteError inside />, children: forSignedIn }] },
      { errorElement: <RouteError />, children: forEverybody },
      ...forDevelopment,
      ...errorPages,
    ],
  },
]
