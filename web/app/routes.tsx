import type { RouteObject } from 'react-router'
import { FullScreenSpinner } from '#web/ui/feedback/full-screen-spinner.tsx'
import { GoBackButton } from '#web/ui/page/go-back-button.tsx'
import { MessagePage } from '#web/ui/page/message-page.tsx'
import { ForSignedIn, ForVisitors } from './guards.tsx'
import { Root } from './root.tsx'
import { RouteFault } from './route-fault.tsx'

const login = () => import('#web/screens/login/login-screen.tsx').then((screen) => ({ Component: screen.LoginScreen }))

const forVisitors: RouteObject[] = [
  { path: '/', lazy: login },
  { path: '/login', lazy: login },
  {
    path: '/forget-password',
    lazy: () =>
      import('#web/screens/forget-password/forget-password-screen.tsx').then((screen) => ({
        Component: screen.ForgetPasswordScreen,
      })),
  },
  {
    path: '/reset-password/:id',
    lazy: () =>
      import('#web/screens/reset-password/reset-password-screen.tsx').then((screen) => ({
        Component: screen.ResetPasswordScreen,
      })),
  },
]

const forSignedIn: RouteObject[] = [
  {
    path: '/dashboard',
    lazy: () =>
      import('#web/screens/dashboard/dashboard-screen.tsx').then((screen) => ({ Component: screen.DashboardScreen })),
  },
  {
    path: '/edit-profile',
    lazy: () =>
      import('#web/screens/edit-profile/edit-profile-screen.tsx').then((screen) => ({
        Component: screen.EditProfileScreen,
      })),
  },
  {
    path: '/rv-types',
    lazy: () =>
      import('#web/screens/rv-types/rv-types-screen.tsx').then((screen) => ({ Component: screen.RvTypesScreen })),
  },
  {
    path: '/models',
    lazy: () => import('#web/screens/models/models-screen.tsx').then((screen) => ({ Component: screen.ModelsScreen })),
  },
  {
    path: '/slider-images',
    lazy: () =>
      import('#web/screens/slider-images/slider-images-screen.tsx').then((screen) => ({
        Component: screen.SliderImagesScreen,
      })),
  },
  {
    path: '/app-menus',
    lazy: () =>
      import('#web/screens/app-menus/app-menus-screen.tsx').then((screen) => ({ Component: screen.AppMenusScreen })),
  },
  {
    path: '/years',
    lazy: () => import('#web/screens/years/years-screen.tsx').then((screen) => ({ Component: screen.YearsScreen })),
  },
  {
    path: '/users',
    lazy: () => import('#web/screens/users/users-screen.tsx').then((screen) => ({ Component: screen.UsersScreen })),
  },
  {
    path: '/socialmedia',
    lazy: () =>
      import('#web/screens/social-media/social-media-screen.tsx').then((screen) => ({
        Component: screen.SocialMediaScreen,
      })),
  },
  {
    path: '/cms-pages',
    lazy: () =>
      import('#web/screens/cms-pages/cms-pages-screen.tsx').then((screen) => ({ Component: screen.CmsPagesScreen })),
  },
  {
    path: '/topics',
    lazy: () => import('#web/screens/topics/topics-screen.tsx').then((screen) => ({ Component: screen.TopicsScreen })),
  },
  {
    path: '/sub-topics',
    lazy: () =>
      import('#web/screens/sub-topics/sub-topics-screen.tsx').then((screen) => ({ Component: screen.SubTopicsScreen })),
  },
  {
    path: '/manuals',
    lazy: () =>
      import('#web/screens/manuals/manuals-screen.tsx').then((screen) => ({ Component: screen.ManualsScreen })),
  },
  {
    path: '/manual-pages',
    lazy: () =>
      import('#web/screens/manual-pages/manual-pages-screen.tsx').then((screen) => ({
        Component: screen.ManualPagesScreen,
      })),
  },
  {
    path: '/checklists-management',
    lazy: () =>
      import('#web/screens/checklists/checklists-screen.tsx').then((screen) => ({
        Component: screen.ChecklistsScreen,
      })),
  },
  {
    path: '/rv-management',
    lazy: () =>
      import('#web/screens/rv-management/rv-management-screen.tsx').then((screen) => ({
        Component: screen.RvManagementScreen,
      })),
  },
  {
    path: '/maintenance-item-management',
    lazy: () =>
      import('#web/screens/maintenance-items/maintenance-items-screen.tsx').then((screen) => ({
        Component: screen.MaintenanceItemsScreen,
      })),
  },
  {
    path: '/rv-dealers',
    lazy: () =>
      import('#web/screens/rv-dealers/rv-dealers-screen.tsx').then((screen) => ({
        Component: screen.RvDealersScreen,
      })),
  },
  {
    path: '/manage-notifications',
    lazy: () =>
      import('#web/screens/manage-notifications/manage-notifications-screen.tsx').then((screen) => ({
        Component: screen.ManageNotificationsScreen,
      })),
  },
  {
    path: '/blank',
    lazy: () => import('#web/screens/blank/blank-screen.tsx').then((screen) => ({ Component: screen.BlankScreen })),
  },
]

const errorPages: RouteObject[] = [
  {
    path: '/unauthorized',
    element: (
      <MessagePage title="403" message="Sorry, you are not allowed to use this page.">
        <GoBackButton />
      </MessagePage>
    ),
  },
  {
    path: '*',
    element: (
      <MessagePage title="404" message="Sorry, the page you visited does not exist.">
        <GoBackButton />
      </MessagePage>
    ),
  },
]

/** Every address of the application, in the order of the route table. */
export const routes: RouteObject[] = [
  {
    element: <Root />,
    HydrateFallback: FullScreenSpinner,
    errorElement: <RouteFault />,
    children: [
      { element: <ForVisitors />, children: [{ errorElement: <RouteFault />, children: forVisitors }] },
      { element: <ForSignedIn />, children: [{ errorElement: <RouteFault inside />, children: forSignedIn }] },
      ...errorPages,
    ],
  },
]
