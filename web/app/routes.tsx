import type { RouteObject } from 'react-router'
import { screens } from '#web/navigation/screens.ts'
import { FullScreenSpinner } from '#web/ui/feedback/full-screen-spinner.tsx'
import { ForSignedIn, ForVisitors } from './guards.tsx'
import { Root } from './root.tsx'
import { RouteError } from './route-error.tsx'

const login = () => import('#web/screens/login/login-screen.tsx').then((screen) => ({ Component: screen.LoginScreen }))

const forVisitors: RouteObject[] = [
  { path: '/', lazy: login },
  { path: screens.login.path, lazy: login },
  {
    path: screens.forgetPassword.path,
    lazy: () =>
      import('#web/screens/forget-password/forget-password-screen.tsx').then((screen) => ({
        Component: screen.ForgetPasswordScreen,
      })),
  },
  {
    path: screens.resetPassword.path,
    lazy: () =>
      import('#web/screens/reset-password/reset-password-screen.tsx').then((screen) => ({
        Component: screen.ResetPasswordScreen,
      })),
  },
]

const forSignedIn: RouteObject[] = [
  {
    path: screens.dashboard.path,
    lazy: () =>
      import('#web/screens/dashboard/dashboard-screen.tsx').then((screen) => ({ Component: screen.DashboardScreen })),
  },
  {
    path: screens.editProfile.path,
    lazy: () =>
      import('#web/screens/edit-profile/edit-profile-screen.tsx').then((screen) => ({
        Component: screen.EditProfileScreen,
      })),
  },
  {
    path: screens.rvTypes.path,
    lazy: () =>
      import('#web/screens/rv-types/rv-types-screen.tsx').then((screen) => ({ Component: screen.RvTypesScreen })),
  },
  {
    path: screens.models.path,
    lazy: () => import('#web/screens/models/models-screen.tsx').then((screen) => ({ Component: screen.ModelsScreen })),
  },
  {
    path: screens.sliderImages.path,
    lazy: () =>
      import('#web/screens/slider-images/slider-images-screen.tsx').then((screen) => ({
        Component: screen.SliderImagesScreen,
      })),
  },
  {
    path: screens.appMenus.path,
    lazy: () =>
      import('#web/screens/app-menus/app-menus-screen.tsx').then((screen) => ({ Component: screen.AppMenusScreen })),
  },
  {
    path: screens.years.path,
    lazy: () => import('#web/screens/years/years-screen.tsx').then((screen) => ({ Component: screen.YearsScreen })),
  },
  {
    path: screens.users.path,
    lazy: () => import('#web/screens/users/users-screen.tsx').then((screen) => ({ Component: screen.UsersScreen })),
  },
  {
    path: screens.socialMedia.path,
    lazy: () =>
      import('#web/screens/social-media/social-media-screen.tsx').then((screen) => ({
        Component: screen.SocialMediaScreen,
      })),
  },
  {
    path: screens.cmsPages.path,
    lazy: () =>
      import('#web/screens/cms-pages/cms-pages-screen.tsx').then((screen) => ({ Component: screen.CmsPagesScreen })),
  },
  {
    path: screens.topics.path,
    lazy: () => import('#web/screens/topics/topics-screen.tsx').then((screen) => ({ Component: screen.TopicsScreen })),
  },
  {
    path: screens.subTopics.path,
    lazy: () =>
      import('#web/screens/sub-topics/sub-topics-screen.tsx').then((screen) => ({ Component: screen.SubTopicsScreen })),
  },
  {
    path: screens.manuals.path,
    lazy: () =>
      import('#web/screens/manuals/manuals-screen.tsx').then((screen) => ({ Component: screen.ManualsScreen })),
  },
  {
    path: screens.manualPages.path,
    lazy: () =>
      import('#web/screens/manual-pages/manual-pages-screen.tsx').then((screen) => ({
        Component: screen.ManualPagesScreen,
      })),
  },
  {
    path: screens.checklists.path,
    lazy: () =>
      import('#web/screens/checklists/checklists-screen.tsx').then((screen) => ({
        Component: screen.ChecklistsScreen,
      })),
  },
  {
    path: screens.rvManagement.path,
    lazy: () =>
      import('#web/screens/rv-management/rv-management-screen.tsx').then((screen) => ({
        Component: screen.RvManagementScreen,
      })),
  },
  {
    path: screens.maintenanceItems.path,
    lazy: () =>
      import('#web/screens/maintenance-items/maintenance-items-screen.tsx').then((screen) => ({
        Component: screen.MaintenanceItemsScreen,
      })),
  },
  {
    path: screens.rvDealers.path,
    lazy: () =>
      import('#web/screens/rv-dealers/rv-dealers-screen.tsx').then((screen) => ({
        Component: screen.RvDealersScreen,
      })),
  },
  {
    path: screens.notifications.path,
    lazy: () =>
      import('#web/screens/manage-notifications/manage-notifications-screen.tsx').then((screen) => ({
        Component: screen.ManageNotificationsScreen,
      })),
  },
  {
    path: screens.recentChanges.path,
    lazy: () =>
      import('#web/screens/recent-changes/recent-changes-screen.tsx').then((screen) => ({
        Component: screen.RecentChangesScreen,
      })),
  },
  {
    path: screens.administrators.path,
    lazy: () =>
      import('#web/screens/administrators/administrators-screen.tsx').then((screen) => ({
        Component: screen.AdministratorsScreen,
      })),
  },
  {
    path: screens.system.path,
    lazy: () => import('#web/screens/system/system-screen.tsx').then((screen) => ({ Component: screen.SystemScreen })),
  },
  {
    path: screens.security.path,
    lazy: () =>
      import('#web/screens/security/security-screen.tsx').then((screen) => ({ Component: screen.SecurityScreen })),
  },
  {
    path: screens.blank.path,
    lazy: () => import('#web/screens/blank/blank-screen.tsx').then((screen) => ({ Component: screen.BlankScreen })),
  },
]

/** The pages of mailed links, whoever is signed in here. */
const forEverybody: RouteObject[] = [
  {
    path: screens.acceptInvitation.path,
    lazy: () =>
      import('#web/screens/accept-invitation/accept-invitation-screen.tsx').then((screen) => ({
        Component: screen.AcceptInvitationScreen,
      })),
  },
  {
    path: screens.endSession.path,
    lazy: () =>
      import('#web/screens/end-session/end-session-screen.tsx').then((screen) => ({
        Component: screen.EndSessionScreen,
      })),
  },
]

// Seen by few, and the login page is to be small.
const errorPages: RouteObject[] = [
  {
    path: '/unauthorized',
    lazy: () => import('./error-pages.tsx').then((pages) => ({ Component: pages.Unauthorized })),
  },
  { path: '*', lazy: () => import('./error-pages.tsx').then((pages) => ({ Component: pages.NotFound })) },
]

// The condition is a constant of the build: neither the route nor its chunk gets into production.
const forDevelopment: RouteObject[] = import.meta.env.DEV
  ? [
      {
        path: '/parts',
        lazy: () => import('#web/parts/parts-page.tsx').then((page) => ({ Component: page.PartsPage })),
      },
    ]
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
