import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { lastSessionEnd } from '#web/api/session.ts'
import { removeAllDrafts } from '#web/forms/drafts.ts'
import { screens } from '#web/navigation/screens.ts'
import { SessionGate } from './session-gate.tsx'
import { useToken } from './use-token.ts'

/** Pages for visitors: who has a token is sent on, to the page that asked for the sign-in or to the dashboard. */
export function ForVisitors() {
  const token = useToken()
  const { state } = useLocation() as { state: { from?: string } | null }
  return token ? <Navigate to={state?.from ?? screens.dashboard.path} replace /> : <Outlet />
}

/** Pages for who is signed in: without a token the login opens, and after it this page again, unless the person left. */
export function ForSignedIn() {
  const token = useToken()
  const { pathname, search } = useLocation()
  const hasLeft = !token && lastSessionEnd() === 'logout'

  useEffect(() => {
    // After the forms have put away what was typed: whoever leaves leaves nothing behind.
    if (hasLeft) removeAllDrafts()
  }, [hasLeft])

  if (token) return <SessionGate key={token} />
  if (hasLeft) return <Navigate to="/" replace />
  return <Navigate to={screens.login.path} state={{ from: pathname + search }} replace />
}
