import { useNavigate } from 'react-router'
import { account, type Me, passwordFields } from '#contract/account.ts'
import { passwordHints } from '#contract/rules.ts'
import { call } from '#web/api/call.ts'
import { useUnsavedForm } from '#web/forms/unsaved-forms.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { screens } from '#web/navigation/screens.ts'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { PasswordField } from '#web/ui/fields/password-field.tsx'
import { AccountCard } from './account-card.tsx'
import { useGoHome } from './use-go-home.ts'

const TITLE = 'Change Password'

export function PasswordCard({ me }: { me: Me }) {
  const navigate = useNavigate()
  const goHome = useGoHome()
  const cancel = () => {
    release()
    void navigate(screens.dashboard.path)
  }
  const { form, dirty, ...password } = useContractForm({
    schema: passwordFields,
    values: { old_password: '', new_password: '' },
    send: (fields, options) => call(account.editPassword, { ...fields, user_id: me._id }, options),
    onSent: ({ message }) => {
      toastSuccess(message)
      release()
      goHome()
    },
  })
  const release = useUnsavedForm(dirty, undefined, TITLE)

  return (
    <AccountCard title={TITLE} onCancel={cancel} {...password}>
      <input type="email" autoComplete="username" value={me.email} hidden readOnly />
      <PasswordField form={form} name="old_password" label="Old Password" autoComplete="current-password" />
      <PasswordField
        form={form}
        name="new_password"
        label="New Password"
        autoComplete="new-password"
        criteria={passwordHints.change}
      />
    </AccountCard>
  )
}
