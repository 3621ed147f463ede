import { Anchor, Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { sessions } from '#contract/sign-in.ts'
import { call } from '#web/api/call.ts'
import { storedToken } from '#web/api/session.ts'
import { useMailedToken } from '#web/navigation/mailed-token.ts'
import { screens } from '#web/navigation/screens.ts'
import { AccountPage } from '#web/ui/account/account-page.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'

/**
 * Where the link of the mail about a new sign-in leads. A button ends the session, because programs that look through
 * mails open the links in them.
 */
export function EndSessionScreen() {
  const token = useMailedToken()
  // Visitors' pages send signed-in people elsewhere.
  const isSignedIn = storedToken() !== null
  const ending = useMutation({ mutationFn: () => call(sessions.endByLink, { token }) })
  return (
    <AccountPage
      title={screens.endSession.title}
      lead="Someone signed in as you from a new browser. If it was not you, end the session and change your password."
    >
      <FormAlert message={ending.error?.message ?? null} />
      {ending.data ? (
        <>
          <Text component="output">{ending.data.message}</Text>
          <Button component={Link} to={isSignedIn ? screens.editProfile.path : screens.forgetPassword.path} size="md">
            Change the password
          </Button>
        </>
      ) : (
        <Button color="red" size="md" loading={ending.isPending} onClick={() => ending.mutate()}>
          End this session
        </Button>
      )}
      <Anchor component={Link} to={screens.login.path} size="sm" ta="center">
        Back to login
      </Anchor>
    </AccountPage>
  )
}
