import type { RouteObject } from 'react-router'
import type { RecordType } from '#contract/kinds.ts'
import { listPaths, recordPathOf } from '#contract/paths.ts'
import { hasFrench } from '#web/api/settings.ts'
import { screens } from '#web/navigation/screens.ts'
import { FullScreenSpinner } from '#web/ui/feedback/full-screen-spinner.tsx'
import { ForSignedIn, ForVisitors } from './guards.tsx'
import { loaded } from './load-screen.ts'
import { Root } from './root.tsx'
import { RouteError } from './route-error.tsx'
import type { signedInScreens } from './signed-in-screens.ts'

/** A route whose screen is loaded when someone goes to it. */
const screen = <Name extends string>(path: string, ...of: Parameters<typeof loaded<Name>>): RouteObject => ({
  path,
  lazy: loaded(...of),
})

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

// The login page should be small: it does without the names of these screens' files.
const signedInScreen = (name: keyof typeof signedInScreens) => async () =>
  (await import('./signed-in-screens.ts')).signedInScreens[name]()

const otherScreens = [
  'dashboard',
  'editProfile',
  'recentChanges',
  'keys',
  'webhooks',
  'import',
  'rollover',
  'system',
  'security',
  'blank',
] as const

const notFound = loaded(() => import('./error-pages.tsx'), 'NotFound')

const forSignedIn: RouteObject[] = [
  ...otherScreens.map((name) => ({ path: screens[name].path, lazy: signedInScreen(name) })),
  { path: screens.french.path, lazy: () => (hasFrench() ? signedInScreen('french')() : notFound()) },
  ...(Object.keys(listPaths) as RecordType[]).flatMap((type) =>
    [listPaths[type], recordPathOf(type, ':id')].map((path) => ({ path, lazy: signedInScreen(type) })),
  ),
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
