import { useIsMutating } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { isPageHeld, lastSessionEnd, onSessionChange, onSessionLost, sessionNumber } from '#web/api/session.ts'
import { wouldLoseWork } from '#web/forms/unsaved-forms.ts'
import { screens } from '#web/navigation/screens.ts'
import { isAnyDialogOpen } from '#web/ui/dialog/open-dialogs.ts'
import { FullScreenSpinner } from '#web/ui/feedback/full-screen-spinner.tsx'
import { closeAllToasts } from '#web/ui/feedback/toast.ts'
import { loadShell, useShell } from './use-shell.ts'
import { useToken } from './use-token.ts'

/**
 * The guard of visitors' pages: with a token it redirects to the page that required the sign-in, or to the dashboard.
 */
export function ForVisitors() {
  const token = useToken()
  const { state } = useLocation() as { state: { from?: string } | null }
  const isSending = useIsMutating() > 0
  useEffect(() => {
    // Meanwhile loads what comes after the sign-in.
    if (isSending) loadShell().catch(() => {})
  }, [isSending])
  return token ? <Navigate to={state?.from ?? screens.dashboard.path} replace /> : <Outlet />
}

/**
 * The guard of all other pages: without a token it redirects to the login, which returns here if the session has
 * expired. In that case a page with something open stays, with the sign-in over it. Nothing stays of a session that was
 * ended on purpose.
 */
export function ForSignedIn() {
  const token = useToken()
  const isHeld = useSyncExternalStore(onSessionChange, isPageHeld)
  const session = useSyncExternalStore(onSessionChange, sessionNumber)
  const { pathname, search } = useLocation()
  const isOver = !token && lastSessionEnd() !== 'refused'

  useEffect(() => {
    if (!isOver) return
    closeAllToasts()
    // In an effect, because forms save their drafts when they unmount.
    void loadShell().then(({ removeOwn }) => removeOwn())
  }, [isOver])

  useEffect(() => onSessionLost(() => isAnyDialogOpen() || wouldLoseWork()), [])

  if (token || isHeld) return <SignedIn session={session} isHeld={isHeld} />
  if (isOver) return <Navigate to={lastSessionEnd() === 'logout' ? '/' : screens.login.path} replace />
  return <Navigate to={screens.login.path} state={{ from: pathname + search }} replace />
}

function SignedIn({ session, isHeld }: { session: number; isHeld: boolean }) {
  const loaded = useShell()
  if (!loaded) return <FullScreenSpinner />
  return (
    <>
      <loaded.SessionGate key={session} />
      {isHeld && <loaded.SignInOver />}
    </>
  )
}
