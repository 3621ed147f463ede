import { useEffect, useSyncExternalStore } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { isPageHeld, lastSessionEnd, onSessionChange, onSessionLost, sessionNumber } from '#web/api/session.ts'
import { removeAllDrafts } from '#web/forms/draft-store.ts'
import { wouldLoseWork } from '#web/forms/unsaved-forms.ts'
import { screens } from '#web/navigation/screens.ts'
import { isAnyDialogOpen } from '#web/ui/dialog/open-dialogs.ts'
import { SessionGate } from './session-gate.tsx'
import { useShell } from './use-shell.ts'
import { useToken } from './use-token.ts'

/**
 * The guard of visitors' pages: with a token it redirects to the page that required the sign-in, or to the dashboard.
 */
export function ForVisitors() {
  const token = useToken()
  const { state } = useLocation() as { state: { from?: string } | null }
  return token ? <Navigate to={state?.from ?? screens.dashboard.path} replace /> : <Outlet />
}

/**
 * The guard of all other pages: without a token it redirects to the login, which returns here unless the user logged
 * out. A page on which something is open stays, with the sign-in over it.
 */
export function ForSignedIn() {
  const token = useToken()
  const isHeld = useSyncExternalStore(onSessionChange, isPageHeld)
  const session = useSyncExternalStore(onSessionChange, sessionNumber)
  const { pathname, search } = useLocation()
  const hasLoggedOut = !token && lastSessionEnd() === 'logout'

  useEffect(() => {
    // In an effect, because forms save their drafts when they unmount.
    if (hasLoggedOut) removeAllDrafts()
  }, [hasLoggedOut])

  useEffect(() => onSessionLost(() => isAnyDialogOpen() || wouldLoseWork()), [])

  if (token || isHeld) {
    return (
      <>
        <SessionGate key={session} />
        {isHeld && <SignInOverPage />}
      </>
    )
  }
  if (hasLoggedOut) return <Navigate to="/" replace />
  return <Navigate to={screens.login.path} state={{ from: pathname + search }} replace />
}

/** In the chunk of the shell, which a page has on which something is open. */
function SignInOverPage() {
  const shell = useShell()
  return shell && <shell.SignInOver />
}
