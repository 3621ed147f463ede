import { useState } from 'react'
import { NO_MAIL } from '#contract/app-settings.ts'
import { MAIL_REFUSED, type User, users } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { sendsMail } from '#web/api/settings.ts'
import { ConfirmChangeDialog } from '#web/records/change/confirm-change-dialog.tsx'
import { fullNameOf } from '#web/records/shared/row-name.ts'
import { HandOverDialog } from '#web/ui/dialog/hand-over-dialog.tsx'

type ResetPasswordDialogProps = { user: User; onClose: () => void }

/** Resets the password of a user; where no mail is sent or arrives, it shows the new one to be handed over. */
export function ResetPasswordDialog({ user, onClose }: ResetPasswordDialogProps) {
  const [password, setPassword] = useState<string>()
  const [isAsking, setIsAsking] = useState(true)
  const name = fullNameOf('users', user)
  if (password !== undefined && !isAsking) {
    return (
      <HandOverDialog
        title={`New password of ${name}`}
        text="The app will ask them to choose their own after the next sign-in. You won’t see this one again."
        secret={password}
        onClose={onClose}
      />
    )
  }
  const refusal = sendsMail() ? user.mail_problem && MAIL_REFUSED : NO_MAIL
  const how = refusal ? `${refusal} You’ll get a new one to hand over yourself` : 'A new one is sent by email'
  return (
    <ConfirmChangeDialog
      title="Reset Password"
      text={`Are you sure you want to reset the password of this user? ${how}, and the user is signed out of the app.`}
      name={name}
      action="Reset"
      danger
      send={async (options) => {
        const fields = { user_id: user._id, ...(user.mail_problem && { hand_over: true }) }
        const answer = await call(users.resetPassword, fields, options)
        setPassword(answer.data.new_password)
        return answer
      }}
      onClose={() => (password === undefined ? onClose() : setIsAsking(false))}
    />
  )
}
