import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { account, emailFields, type Me } from '#contract/account.ts'
import { NO_MAIL } from '#contract/app-settings.ts'
import { call } from '#web/api/call.ts'
import { sendsMail } from '#web/api/settings.ts'
import { useUnsavedForm } from '#web/forms/unsaved-forms.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { toastSuccess, toastWarning } from '#web/ui/feedback/toast.ts'
import { TextField } from '#web/ui/fields/fields.tsx'
import { Card } from '#web/ui/page/card.tsx'

/** Shows the address that signs in, and begins to change it. */
export function EmailCard({ me }: { me: Me }) {
  const [changing, setChanging] = useState(false)
  return (
    <Card
      title="Email address"
      text={`You sign in with ${me.email}, and emails about your account go there.`}
      actions={
        <Button variant="default" onClick={() => setChanging(true)}>
          Change the address
        </Button>
      }
    >
      {changing && <ChangeEmailDialog onClose={() => setChanging(false)} />}
    </Card>
  )
}

function ChangeEmailDialog({ onClose }: { onClose: () => void }) {
  const dialog = useDialog(onClose)
  const { form, alert, busy, dirty, onSubmit } = useContractForm({
    schema: emailFields,
    values: { email: '' },
    send: (fields, options) => call(account.editEmail, fields, options),
    onSent: ({ message }) => {
      ;(sendsMail() ? toastSuccess : toastWarning)(message)
      release()
      dialog.close()
    },
  })
  const release = useUnsavedForm(dirty)
  return (
    <Dialog title="Change email address" dialog={dialog} locked={busy}>
      <form onSubmit={onSubmit} noValidate aria-label="Change email address">
        <FormAlert message={alert} />
        <Text mb="md">
          {sendsMail()
            ? 'A link goes to the new address. Nothing changes until it has been opened.'
            : `${NO_MAIL} The server’s operator can give you the link that confirms the new address. Nothing changes until it has been opened.`}
        </Text>
        <div ref={focusInput}>
          <TextField form={form} name="email" label="New email address" />
        </div>
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={dialog.close} disabled={busy}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {sendsMail() ? 'Send the link' : 'Make the link'}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

/** The focus starts there and not on the button that closes. */
const focusInput = (field: HTMLElement | null) => field?.querySelector('input')?.setAttribute('data-autofocus', 'true')
