import { Stack, Text } from '@mantine/core'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { account } from '#contract/account.ts'
import { call } from '#web/api/call.ts'
import { releasePage, storeToken } from '#web/api/session.ts'
import { useMe } from '#web/api/use-me.ts'
import { letGoOfUnsavedForms } from '#web/forms/unsaved-forms.ts'
import { screens } from '#web/navigation/screens.ts'
import { SignInForm } from '#web/sign-in/sign-in-form.tsx'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { toastWarning } from '#web/ui/feedback/toast.ts'
import { useToken } from './use-token.ts'

/**
 * The sign-in over a page with something open. The same person goes on where the session ended; the page keeps nothing
 * for anyone else. Signing in in another window counts as well.
 */
export function SignInOver() {
  const me = useMe()
  const navigate = useNavigate()
  const token = useToken()
  const own = useRef<string>(undefined)
  const dialog = useDialog(() => {})

  const { pathname } = useLocation()
  const [isLeaving, setIsLeaving] = useState(false)

  function goOnAs(id: string) {
    if (id === me?._id) return releasePage(true)
    // What was typed stays as its writer's drafts.
    letGoOfUnsavedForms()
    setIsLeaving(true)
    void navigate(screens.dashboard.path, { replace: true })
  }

  // Only then is nothing of the page left.
  const hasLeft = isLeaving && pathname === screens.dashboard.path
  useEffect(() => {
    if (hasLeft) releasePage(false)
  }, [hasLeft])

  const askWhose = useEffectEvent(() => {
    // If that fails, the person here signs in.
    call(account.me, {}, { whileHeld: true }).then(
      ({ data }) => goOnAs(data._id),
      () => {},
    )
  })
  useEffect(() => {
    if (token && token !== own.current) askWhose()
  }, [token])

  return (
    <Dialog title="Please sign in again" dialog={dialog} locked closable={false}>
      <Stack>
        <Text size="sm">Your session has ended. Sign in to continue. Nothing on this page is lost.</Text>
        <SignInForm
          label="Please sign in again"
          email={me?.email ?? ''}
          onSignedIn={({ data }) => {
            own.current = data.token
            storeToken(data.token)
            goOnAs(data._id)
            if (data.notice) toastWarning(data.notice, { stays: true })
          }}
        />
      </Stack>
    </Dialog>
  )
}
