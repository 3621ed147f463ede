import { Checkbox, Stack, TextInput } from '@mantine/core'
import { needsTypes, type Webhook, webhookEvents, webhookFields, webhooks } from '#contract/webhooks.ts'
import { call } from '#web/api/call.ts'
import { FormDialog, useFormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { ProgramTypesField } from '#web/shared-forms/program-types-field.tsx'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { eventWords } from './webhook-words.ts'

type WebhookDialogProps = {
  /** The one to edit; without it a new one is added. */
  webhook?: Webhook
  /** Called with the secret of a new one. */
  onSaved: (secret?: string) => void
  onClose: () => void
}

/** The form of a webhook: where its receiver stands, and what it is told of. */
export function WebhookDialog({ webhook, onSaved, onClose }: WebhookDialogProps) {
  const { url = '', record_types = [], events = ['record.changed' as const] } = webhook ?? {}
  const contractForm = useContractForm({
    schema: webhookFields,
    values: { url, record_types, events },
    send: async (fields, { signal }): Promise<{ message: string; secret?: string }> =>
      webhook
        ? call(webhooks.edit, { webhook_id: webhook._id, ...fields }, { signal })
        : call(webhooks.add, fields, { signal }),
    onSent: ({ message, secret }) => {
      toastSuccess(message)
      shown.done()
      onSaved(secret)
      if (webhook) shown.close()
    },
  })
  const { form } = contractForm
  const shown = useFormDialog(contractForm.dirty, onClose)
  const [title, action] = webhook ? ['Edit webhook', 'Save'] : ['New webhook', 'Add webhook']
  return (
    <FormDialog title={title} action={action} form={contractForm} shown={shown}>
      <Stack>
        <TextInput
          label="Address"
          description="Where the receiver takes events, such as https://erp.example.com/hooks."
          required
          type="url"
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('url')}
        />
        <Checkbox.Group label="Events" required {...form.getInputProps('events')}>
          <Stack gap="xs" mt={6}>
            {webhookEvents.map((event) => (
              <Checkbox key={event} value={event} label={eventWords[event].choice} description={event} />
            ))}
          </Stack>
        </Checkbox.Group>
        {needsTypes(form.values.events) && (
          <ProgramTypesField description="Changes to these are sent." {...form.getInputProps('record_types')} />
        )}
      </Stack>
    </FormDialog>
  )
}
