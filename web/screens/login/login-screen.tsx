import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { account, loginFields, tokenOf } from '#contract/account.ts'
import { passwordHints } from '#contract/fields.ts'
import { call } from '#web/api/call.ts'
import { storeToken } from '#web/api/session.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { screens } from '#web/navigation/screens.ts'
import { EmailField } from '#web/ui/account/account-fields.tsx'
import { AccountForm } from '#web/ui/account/account-form.tsx'
import { AccountPage } from '#web/ui/account/account-page.tsx'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'

export function LoginScreen() {
  const { form, ...login } = useContractForm({
    schema: loginFields,
    values: { email: '', password: '' },
    send: (fields) => call(account.login, fields),
    onSent: ({ message, data }) => {
      // The guards react to the token and open the requested page.
      storeToken(tokenOf(data))
      toastSuccess(message)
    },
  })

  return (
    <AccountPage title={screens.login.title} lead="Sign in to manage the RV owner app.">
      <AccountForm label={screens.login.title} action="LOGIN" {...login}>
        <EmailField form={form} name="email" />
        <PasswordField
          form={form}
          name="password"
          label="Password"
          autoComplete="current-password"
          criteria={passwordHints.login}
        />
      </AccountForm>
      <Anchor component={Link} to={screens.forgetPassword.path} size="sm" ta="center">
        Forgot Password?
      </Anchor>
    </AccountPage>
  )
}
