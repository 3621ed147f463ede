import { Anchor } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { lastSessionEnd, storeToken } from '#web/api/session.ts'
import { screens } from '#web/navigation/screens.ts'
import { SignInForm } from '#web/sign-in/sign-in-form.tsx'
import { AccountPage } from '#web/ui/account/account-page.tsx'
import { toastSuccess, toastWarning } from '#web/ui/feedback/toast.ts'

const WAS_ENDED = 'Your session was ended, so this browser kept nothing from it. Please sign in again.'

export function LoginScreen() {
  const { state } = useLocation() as { state: { email?: string } | null }
  return (
    <AccountPage title={screens.login.title} lead="Sign in to manage the RV owner app.">
      <SignInForm
        label={screens.login.title}
        email={state?.email ?? ''}
        reason={lastSessionEnd() === 'ended' ? WAS_ENDED : null}
        onSignedIn={({ message, data }) => {
          // The guards react to the token and open the requested page.
          storeToken(data.token)
          toastSuccess(message)
          if (data.notice) toastWarning(data.notice, { stays: true })
        }}
      />
      <Anchor component={Link} to={screens.forgetPassword.path} size="sm" ta="center">
        Forgot Password?
      </Anchor>
    </AccountPage>
  )
}
