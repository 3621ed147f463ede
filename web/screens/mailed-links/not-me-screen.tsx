import { Anchor, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { secondFactor } from '#contract/sign-in.ts'
import { call } from '#web/api/call.ts'
import { screens } from '#web/navigation/screens.ts'
import { AccountPage } from '#web/ui/account/account-page.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { toastSuccess } from '#web/ui/feedback/toast.ts'

/**
 * Where the link of the mail about a new second factor leads. A button takes the factor away, because programs that look
 * through mails open the links in them; then a new password is asked for.
 */
export function NotMeScreen() {
  const { token = '' } = useParams()
  const navigate = useNavigate()
  const takingBack = useMutation({
    mutationFn: () => call(secondFactor.notMe, { token }),
    onSuccess: ({ message, data }) => {
      toastSuccess(message)
      void navigate(`/reset-password/${encodeURIComponent(data.email)}`)
    },
  })
  return (
    <AccountPage
      title={screens.notMe.title}
      lead="Someone changed how you sign in. If it was not you, this takes it back, ends all sessions and cancels your password. We’ll email you a code to choose a new one."
    >
      <FormAlert message={takingBack.error?.message ?? null} />
      <Button color="red" size="md" loading={takingBack.isPending} onClick={() => takingBack.mutate()}>
        This was not me
      </Button>
      <Anchor component={Link} to={screens.login.path} size="sm" ta="center">
        Back to login
      </Anchor>
    </AccountPage>
  )
}
