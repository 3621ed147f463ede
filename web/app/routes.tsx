import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import { screens } from '#web/navigation/screens.ts'
import { FullScreenSpinner } from '#web/ui/feedback/full-screen-spinner.tsx'
import { ForSignedIn, ForVisitors } from './guards.tsx'
import { Root } from './root.tsx'
import { RouteError } from './route-error.tsx'

/** A route whose screen is loaded when somebody goes there. */
const screen = <Name extends string>(
  path: string,
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
): RouteObject => ({ path, lazy: async () => ({ Component: (await load())[name] }) })

/** The routes of a list and of the page of each of its records, which the same screen shows. */
const list = (...[path, ...rest]: Parameters<typeof screen>) => [screen(path, ...rest), screen(`${path}/:id`, ...rest)]

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
  ...list(screens.rvTypes.path, () => import('#web/screens/rv-types/rv-types-screen.tsx'), 'RvTypesScreen'),
  ...list(screens.models.path, () => import('#web/screens/models/models-screen.tsx'), 'ModelsScreen'),
  ...list(
    screens.sliderImages.path,
    () => import('#web/screens/slider-images/slider-images-screen.tsx'),
    'SliderImagesScreen',
  ),
  ...list(screens.appMenus.path, () => import('#web/screens/app-menus/app-menus-screen.tsx'), 'AppMenusScreen'),
  ...list(screens.years.path, () => import('#web/screens/years/years-screen.tsx'), 'YearsScreen'),
  ...list(screens.users.path, () => import('#web/screens/users/users-screen.tsx'), 'UsersScreen'),
  ...list(
    screens.socialMedia.path,
    () => import('#web/screens/social-medias/social-medias-screen.tsx'),
    'SocialMediasScreen',
  ),
  ...list(screens.cmsPages.path, () => import('#web/screens/cms-pages/cms-pages-screen.tsx'), 'CmsPagesScreen'),
  ...list(screens.topics.path, () => import('#web/screens/topics/topics-screen.tsx'), 'TopicsScreen'),
  ...list(screens.subTopics.path, () => import('#web/screens/sub-topics/sub-topics-screen.tsx'), 'SubTopicsScreen'),
  ...list(screens.manuals.path, () => import('#web/screens/manuals/manuals-screen.tsx'), 'ManualsScreen'),
  ...list(
    screens.manualPages.path,
    () => import('#web/screens/manual-pages/manual-pages-screen.tsx'),
    'ManualPagesScreen',
  ),
  ...list(screens.checklists.path, () => import('#web/screens/checklists/checklists-screen.tsx'), 'ChecklistsScreen'),
  ...list(screens.rvManagement.path, () => import('#web/screens/rvs/rvs-screen.tsx'), 'RvsScreen'),
  ...list(
    screens.maintenanceItems.path,
    () => import('#web/screens/maintenance-items/maintenance-items-screen.tsx'),
    'MaintenanceItemsScreen',
  ),
  ...list(screens.rvDealers.path, () => import('#web/screens/dealers/dealers-screen.tsx'), 'DealersScreen'),
  ...list(
    screens.notifications.path,
    () => import('#web/screens/notifications/notifications-screen.tsx'),
    'NotificationsScreen',
  ),
  screen(
    screens.recentChanges.path,
    () => import('#web/screens/recent-changes/recent-changes-screen.tsx'),
    'RecentChangesScreen',
  ),
  ...list(
    screens.administrators.path,
    () => import('#web/screens/administrators/administrators-screen.tsx'),
    'AdministratorsScreen',
  ),
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
