import { Anchor, Button, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from 'react-router'
import { account } from '#contract/account.ts'
import { call } from '#web/api/call.ts'
import { sendsMail } from '#web/api/settings.ts'
import { useMailedToken } from '#web/navigation/mailed-token.ts'
import { screens } from '#web/navigation/screens.ts'
import { AccountPage } from '#web/ui/account/account-page.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'

/** Where the link leads that is mailed to a new address. */
export function ConfirmEmailScreen() {
  const token = useMailedToken()
  const confirming = useMutation({ mutationFn: () => call(account.confirmEmail, { token }) })
  return (
    <AccountPage
      title={screens.confirmEmail.title}
      lead={`Confirm that you want to sign in with this email address from now on.${sendsMail() ? ' Your old address will be notified.' : ''}`}
    >
      <FormAlert message={confirming.error?.message ?? null} />
      {confirming.data ? (
        <Text component="output">{confirming.data.message}</Text>
      ) : (
        <Button size="md" loading={confirming.isPending} onClick={() => confirming.mutate()}>
          Confirm this address
        </Button>
      )}
      <Anchor component={Link} to={screens.login.path} size="sm" ta="center">
        {confirming.data ? 'Go on' : 'Back to login'}
      </Anchor>
    </AccountPage>
  )
}
