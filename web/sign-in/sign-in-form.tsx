import { lazy, Suspense, useState } from 'react'
import type { SignedIn } from '#contract/account.ts'
import { passwordHints } from '#contract/rules.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { EmailField } from '#web/ui/account/account-fields.tsx'
import { AccountForm } from '#web/ui/account/account-form.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { focusPassword } from './focus-password.ts'
import { hasPasskeys } from './has-passkeys.ts'
import { loginFields } from './login-fields.ts'
import { PasskeyButton } from './passkey-button.tsx'
import type { Ticket } from './second-factor-form.tsx'
import { login, preloadCalls } from './sign-in-calls.ts'

// Most sign-ins need none, and the login page should be small.
const SecondFactorForm = lazy(() =>
  import('./second-factor-form.tsx').then((step) => ({ default: step.SecondFactorForm })),
)

type SignInFormProps = {
  /** The accessible name of the form. */
  label: string
  /** The address to start with; the focus is then in the password. */
  email?: string
  /** Why one has to sign in. */
  reason?: string | null
  /** Called with the token of the new session, which is not stored yet. */
  onSignedIn: (answer: { message: string; data: SignedIn }) => void
}

/** Signs in with email address and password or with a passkey, and asks for the second factor where there is one. */
export function SignInForm({ label, email = '', reason = null, onSignedIn }: SignInFormProps) {
  const [ticket, setTicket] = useState<Ticket>()
  const [ended, setEnded] = useState(reason)
  const { form, alert, ...sending } = useContractForm({
    schema: loginFields,
    values: { email, password: '' },
    send: login,
    onSent: ({ message, data }) => {
      setEnded(null)
      if ('ticket' in data) setTicket(data)
      else onSignedIn({ message, data })
    },
  })

  if (ticket) {
    const startAgain = (reason: string | null) => {
      setEnded(reason)
      setTicket(undefined)
    }
    return (
      <Suspense fallback={null}>
        <SecondFactorForm ticket={ticket} onSignedIn={onSignedIn} onEnded={startAgain} />
      </Suspense>
    )
  }
  const onInput = () => {
    setEnded(null)
    preloadCalls()
  }
  return (
    <div style={{ display: 'contents' }} onInput={onInput} ref={email ? focusPassword : null}>
      <AccountForm label={label} action="LOGIN" alert={alert ?? ended} {...sending}>
        <EmailField form={form} name="email" />
        <PasswordField
          form={form}
          name="password"
          label="Password"
          autoComplete="current-password"
          criteria={passwordHints.login}
        />
      </AccountForm>
      {hasPasskeys() && <PasskeyButton onSignedIn={onSignedIn} />}
    </div>
  )
}
