import { Anchor } from '@mantine/core'
import { Link, useNavigate, useParams } from 'react-router'
import { account, resetPasswordFields } from '#contract/account.ts'
import { NO_MAIL } from '#contract/app-settings.ts'
import { OTP_MAX_LENGTH } from '#contract/fields.ts'
import { call } from '#web/api/call.ts'
import { sendsMail } from '#web/api/settings.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { screens } from '#web/navigation/screens.ts'
import { NewPasswordFields } from '#web/sign-in/new-password-fields.tsx'
import { OneTimeCodeField } from '#web/ui/account/account-fields.tsx'
import { AccountForm } from '#web/ui/account/account-form.tsx'
import { AccountPage } from '#web/ui/account/account-page.tsx'
import { toastSuccess } from '#web/ui/feedback/toast.ts'

export function ResetPasswordScreen() {
  const { id: email = '' } = useParams()
  const navigate = useNavigate()
  const { form, alert, ...reset } = useContractForm({
    schema: resetPasswordFields,
    values: { email, otp: '', new_password: '', confirm_password: '' },
    send: (fields) => call(account.resetPassword, fields),
    onSent: ({ message }) => {
      toastSuccess(message)
      void navigate('/')
    },
  })
  // The e-mail address has no visible field, so its error is shown on top.
  const wrongAddress = typeof form.errors.email === 'string' ? form.errors.email : null

  return (
    <AccountPage
      title={screens.resetPassword.title}
      lead={
        sendsMail()
          ? `If ${email} has an account, a one-time code is on its way there. It is valid for 10 minutes.`
          : `${NO_MAIL} If ${email} has an account, the server’s operator can give you its one-time code. It is valid for 10 minutes.`
      }
    >
      <AccountForm label={screens.resetPassword.title} action="Reset Password" alert={alert ?? wrongAddress} {...reset}>
        <input type="email" name="email" autoComplete="username" value={email} hidden readOnly />
        <OneTimeCodeField form={form} name="otp" label="OTP" length={OTP_MAX_LENGTH} />
        <NewPasswordFields form={form} />
      </AccountForm>
      <Anchor component={Link} to="/" size="sm" ta="center">
        Back to login
      </Anchor>
    </AccountPage>
  )
}
