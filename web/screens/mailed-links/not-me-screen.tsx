import { Anchor, Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { NO_MAIL } from '#contract/app-settings.ts'
import { secondFactor } from '#contract/sign-in.ts'
import { call } from '#web/api/call.ts'
import { sendsMail } from '#web/api/settings.ts'
import { useMailedToken } from '#web/navigation/mailed-token.ts'
import { screens } from '#web/navigation/screens.ts'
import { AccountPage } from '#web/ui/account/account-page.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { toastSuccess } from '#web/ui/feedback/toast.ts'

/**
 * Where the link of the mail about a new second factor leads. A button takes the factor away, because programs that
 * look through mails open the links in them; then a new password is asked for.
 */
export function NotMeScreen() {
  const token = useMailedToken()
  const navigate = useNavigate()
  const takingBack = useMutation({
    mutationFn: () => call(secondFactor.notMe, { token }),
    onSuccess: ({ message, data }) => {
      if (data.is_deactivated) return
      toastSuccess(message)
      void navigate(`/reset-password/${encodeURIComponent(data.email)}`)
    },
  })
  return (
    <AccountPage
      title={screens.notMe.title}
      lead={`Someone used your account. If it was not you, this undoes their changes to your sign-in and your team, ends all sessions and cancels your password. ${sendsMail() ? 'We’ll email you a code to choose a new one.' : `${NO_MAIL} The server’s operator can give you a code to choose a new one.`}`}
    >
      <FormAlert message={takingBack.error?.message ?? null} />
      {takingBack.data?.data.is_deactivated ? (
        <Text component="output">{takingBack.data.message}</Text>
      ) : (
        <Button color="red" size="md" loading={takingBack.isPending} onClick={() => takingBack.mutate()}>
          This was not me
        </Button>
      )}
      <Anchor component={Link} to={screens.login.path} size="sm" ta="center">
        Back to login
      </Anchor>
    </AccountPage>
  )
}
