import { Anchor } from '@mantine/core'
import { Link, useNavigate } from 'react-router'
import { account, forgotPasswordFields } from '#contract/account.ts'
import { NO_MAIL } from '#contract/app-settings.ts'
import { call } from '#web/api/call.ts'
import { sendsMail } from '#web/api/settings.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { screens } from '#web/navigation/screens.ts'
import { EmailField } from '#web/ui/account/account-fields.tsx'
import { AccountForm } from '#web/ui/account/account-form.tsx'
import { AccountPage } from '#web/ui/account/account-page.tsx'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { withNote } from '#web/ui/feedback/with-note.tsx'

export function ForgetPasswordScreen() {
  const navigate = useNavigate()
  const { form, ...forgot } = useContractForm({
    schema: forgotPasswordFields,
    values: { email: '' },
    send: async (fields) => ({ ...(await call(account.forgotPassword, fields)), email: fields.email }),
    onSent: ({ message, note, email }) => {
      toastSuccess(withNote(message, note))
      void navigate(`/reset-password/${encodeURIComponent(email)}`)
    },
  })

  return (
    <AccountPage
      title={screens.forgetPassword.title}
      lead={
        sendsMail()
          ? 'Enter your email address, and we will send you a one-time code.'
          : `${NO_MAIL} Enter your email address, then ask the server’s operator for the one-time code.`
      }
    >
      <AccountForm label={screens.forgetPassword.title} action="Reset Password" {...forgot}>
        <EmailField form={form} name="email" />
      </AccountForm>
      <Anchor component={Link} to="/" size="sm" ta="center">
        Back to login
      </Anchor>
    </AccountPage>
  )
}
