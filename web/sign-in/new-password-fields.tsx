import { passwordHints } from '#contract/rules.ts'
import type { FormOf } from '#web/ui/fields/fields.tsx'
import { PasswordField } from '#web/ui/fields/password-field.tsx'

/** A new password, typed twice. */
export function NewPasswordFields({ form }: { form: FormOf<{ new_password: string; confirm_password: string }> }) {
  return (
    <>
      <PasswordField
        form={form}
        name="new_password"
        label="New Password"
        autoComplete="new-password"
        criteria={passwordHints.change}
      />
      <PasswordField form={form} name="confirm_password" label="Confirm Password" autoComplete="new-password" />
    </>
  )
}
