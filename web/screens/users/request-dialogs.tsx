import { Radio, Stack } from '@mantine/core'
import {
  closeFields,
  NOTE_CHARACTERS,
  type PrivacyRequest,
  privacy,
  requestFields,
  requestKinds,
} from '#contract/privacy.ts'
import type { User } from '#contract/users.ts'
import { call } from '#web/api/call.ts'
import { FormDialog, useFormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { DateField } from '#web/ui/fields/date-field.tsx'
import { TextareaField } from '#web/ui/fields/textarea-field.tsx'

const wishes: Record<(typeof requestKinds)[number], string> = {
  access: 'To get everything that is held',
  erase: 'To be erased',
  correct: 'To have something corrected',
  object: 'To object to how it is used',
}

const today = () => new Date().toISOString().slice(0, 10)

/** Notes a request that came by letter, email or phone. */
export function AddRequestDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const contractForm = useContractForm({
    schema: requestFields.omit({ user_id: true }),
    values: { kind: '' as 'access', received_on: today(), note: '' },
    send: (fields, { signal, idempotencyKey }) =>
      call(privacy.add, { ...fields, user_id: user._id }, { signal, ...(idempotencyKey && { idempotencyKey }) }),
    onSent: ({ message }) => {
      toastSuccess(message)
      shown.close()
    },
  })
  const { form } = contractForm
  const shown = useFormDialog(contractForm.dirty, onClose)
  return (
    <FormDialog title="Add Request" action="Add" form={contractForm} shown={shown}>
      <Stack>
        <Radio.Group label="What was asked for?" required {...form.getInputProps('kind')}>
          <Stack gap="xs" mt={6}>
            {requestKinds.map((kind) => (
              <Radio key={kind} value={kind} label={wishes[kind]} />
            ))}
          </Stack>
        </Radio.Group>
        <DateField form={form} name="received_on" label="Received on" />
        <TextareaField form={form} name="note" label="Note" max={NOTE_CHARACTERS} optional />
      </Stack>
    </FormDialog>
  )
}

/** Says what became of a request. */
export function CloseRequestDialog({ request, onClose }: { request: PrivacyRequest; onClose: () => void }) {
  const contractForm = useContractForm({
    schema: closeFields.omit({ request_id: true }),
    values: { outcome: '' },
    send: (fields, { signal }) => call(privacy.close, { ...fields, request_id: request.request_id }, { signal }),
    onSent: ({ message }) => {
      toastSuccess(message)
      shown.close()
    },
  })
  const shown = useFormDialog(contractForm.dirty, onClose)
  return (
    <FormDialog title="Close Request" action="Close request" form={contractForm} shown={shown}>
      <TextareaField form={contractForm.form} name="outcome" label="What became of it?" max={NOTE_CHARACTERS} />
    </FormDialog>
  )
}
