import { Checkbox, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { DAY } from '#contract/durations.ts'
import { keyFields, keyPermissions, keyScopes, keys } from '#contract/keys.ts'
import { call } from '#web/api/call.ts'
import { sendsMail } from '#web/api/settings.ts'
import { FormDialog, useFormDialog } from '#web/forms/form-dialog.tsx'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { ProgramTypesField } from '#web/shared-forms/program-types-field.tsx'
import { HandOverDialog } from '#web/ui/dialog/hand-over-dialog.tsx'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { DateField } from '#web/ui/fields/date-field.tsx'

const scopes = { read: 'Read', write: 'Read and change' }
const permissions = { delete: 'Delete records', send: 'Send messages to owners' }

const dayIn = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10)
/** How long a new key lasts, unless another day is chosen. */
const USUAL_DAYS = 90

const fields = z.object({
  ...keyFields.omit({ expires_at: true }).shape,
  // The last moment of the day counts.
  expires_at: z.iso
    .date('Please choose a day.')
    .transform((day) => `${day}T23:59:59.999Z`)
    .pipe(keyFields.shape.expires_at),
  addresses: z
    .string()
    .transform((text) => text.split(/[\s,;]/).filter(Boolean))
    .pipe(keyFields.shape.addresses.unwrap()),
})

type KeyDialogProps = { onAdded: () => void; onClose: () => void }

/** Adds a key, and shows its secret once. */
export function KeyDialog({ onAdded, onClose }: KeyDialogProps) {
  const [added, setAdded] = useState<{ name: string; secret: string }>()
  if (!added) {
    return (
      <NewKeyDialog
        onAdded={(key) => {
          setAdded(key)
          onAdded()
        }}
        onClose={onClose}
      />
    )
  }
  return (
    <HandOverDialog
      title={`Key for ${added.name}`}
      text="Give it to the program, which sends it as “token”. You won’t see it again."
      secret={added.secret}
      onClose={onClose}
    />
  )
}

type NewKeyDialogProps = { onAdded: (key: { name: string; secret: string }) => void; onClose: () => void }

function NewKeyDialog({ onAdded, onClose }: NewKeyDialogProps) {
  const contractForm = useContractForm({
    schema: fields,
    values: { name: '', expires_at: dayIn(USUAL_DAYS), scope: 'read', record_types: [], addresses: '', may: [] },
    send: (key, { signal }) => call(keys.add, key, { signal }),
    onSent: ({ message, data, secret }) => {
      toastSuccess(message)
      shown.done()
      onAdded({ name: data.name, secret })
    },
  })
  const { form } = contractForm
  const shown = useFormDialog(contractForm.dirty, onClose)
  return (
    <FormDialog title="New key" action="Add key" form={contractForm} shown={shown}>
      <Stack>
        <TextInput
          label="Name"
          description="The program that uses it. Its changes are in the history under this name."
          required
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <DateField
          form={form}
          name="expires_at"
          label="Ends on"
          description={`Within a year.${sendsMail() ? ' You get an email 14 and 2 days before.' : ''}`}
          min={dayIn(1)}
        />
        <Radio.Group label="It may" required {...form.getInputProps('scope')}>
          <Group mt={6}>
            {keyScopes.map((scope) => (
              <Radio key={scope} value={scope} label={scopes[scope]} />
            ))}
          </Group>
        </Radio.Group>
        {form.values.scope === 'write' && (
          <Checkbox.Group label="It may also" {...form.getInputProps('may')}>
            <Group mt={6}>
              {keyPermissions.map((permission) => (
                <Checkbox key={permission} value={permission} label={permissions[permission]} />
              ))}
            </Group>
          </Checkbox.Group>
        )}
        <ProgramTypesField {...form.getInputProps('record_types')} />
        <Textarea
          label="Addresses"
          description="From where it may be used: IP addresses or ranges such as 192.0.2.0/24, one on each line. Leave it empty for anywhere."
          autosize
          minRows={2}
          maxRows={8}
          {...form.getInputProps('addresses')}
        />
      </Stack>
    </FormDialog>
  )
}
