import { Anchor, Button, Center, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { acceptFields, invitations } from '#contract/administrators.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import { logout } from '#web/api/logout.ts'
import { storedToken } from '#web/api/session.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { useMailedToken } from '#web/navigation/mailed-token.ts'
import { screens } from '#web/navigation/screens.ts'
import { NewPasswordFields } from '#web/sign-in/new-password-fields.tsx'
import { AccountForm } from '#web/ui/account/account-form.tsx'
import { AccountPage } from '#web/ui/account/account-page.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { TextField } from '#web/ui/fields/fields.tsx'

const { title } = screens.acceptInvitation

/** Where the link of an invitation leads: the invited person chooses name and password. */
export function AcceptInvitationScreen() {
  const token = useMailedToken()
  const invitation = useQuery({
    queryKey: [invitations.get.path, token],
    queryFn: ({ signal }) => call(invitations.get, { token }, { signal }),
    // The link has not changed because the window has the focus again.
    staleTime: Infinity,
  })
  if (invitation.data) return <AcceptForm token={token} {...invitation.data.data} />
  if (!invitation.error) {
    return (
      <AccountPage title={title}>
        <Center>
          <Loading />
        </Center>
      </AccountPage>
    )
  }
  const isGone = invitation.error instanceof ApiError && invitation.error.status === 422
  return (
    <AccountPage title={title}>
      <FormAlert message={invitation.error.message} />
      {!isGone && (
        <Button onClick={() => void invitation.refetch()} loading={invitation.isFetching}>
          Try again
        </Button>
      )}
      <BackToLogin />
    </AccountPage>
  )
}

function AcceptForm({ token, name, email }: { token: string; name: string; email: string }) {
  const navigate = useNavigate()
  const [mayBeDone, setMayBeDone] = useState(false)
  const { form, alert, ...accept } = useContractForm({
    schema: acceptFields,
    values: { token, name, new_password: '', confirm_password: '' },
    send: (fields) => call(invitations.accept, fields),
    onSent: ({ message }) => {
      toastSuccess(message)
      // The person who is signed in here is somebody else.
      if (storedToken() !== null) logout()
      void navigate(screens.login.path, { state: { email } })
    },
    onRefused: ({ status }) => {
      if (status === 0) setMayBeDone(true)
      return false
    },
  })
  // The token has no visible field, so its error is shown on top.
  const gone = typeof form.errors.token === 'string' ? form.errors.token : null

  return (
    <AccountPage title={title} lead="Choose the name your colleagues will see, and a password to sign in with.">
      {storedToken() !== null && (
        <Text size="sm">Someone is signed in here. Accepting the invitation signs them out in this browser.</Text>
      )}
      <AccountForm label={title} action="Accept" alert={alert ?? gone} {...accept}>
        {mayBeDone && <Text size="sm">The invitation may already have been accepted. If so, you can sign in.</Text>}
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          Your email address is <b>{email}</b>.
        </Text>
        <input type="email" name="email" autoComplete="username" value={email} hidden readOnly />
        <TextField form={form} name="name" label="Name" />
        <NewPasswordFields form={form} />
      </AccountForm>
      <BackToLogin />
    </AccountPage>
  )
}

const BackToLogin = () => (
  <Anchor component={Link} to={screens.login.path} size="sm" ta="center">
    Back to login
  </Anchor>
)
