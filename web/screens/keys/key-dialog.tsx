import { Button, Checkbox, Group, MultiSelect, Radio, Stack, TagsInput, TextInput } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { keyFields, keyPermissions, keyScopes, keys, programTypes } from '#contract/keys.ts'
import { call } from '#web/api/call.ts'
import { ConfirmDiscardDialog } from '#web/forms/confirm-discard-dialog.tsx'
import { formKeys } from '#web/forms/form-keys.ts'
import { useUnsavedForm } from '#web/forms/unsaved-forms.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { titleOf } from '#web/records/shared/record-words.ts'
import { Dialog, useDialog } from '#web/ui/dialog/dialog.tsx'
import { HandOverDialog } from '#web/ui/dialog/hand-over-dialog.tsx'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { DateField } from '#web/ui/fields/date-field.tsx'

const scopes = { read: 'Read', write: 'Read and change' }
const permissions = { delete: 'Delete records', send: 'Send messages to owners' }
const choices = programTypes.map((value) => ({ value, label: titleOf(value) }))

const DAY_MS = 86_400_000
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
/** What a new key lasts, unless another day is chosen. */
const USUAL_DAYS = 90

const fields = z.object({
  ...keyFields.omit({ expires_at: true }).shape,
  // The last moment of the day counts.
  expires_at: z.iso
    .date('Please choose a day.')
    .transform((day) => `${day}T23:59:59.999Z`)
    .pipe(keyFields.shape.expires_at),
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
  const dialog = useDialog(onClose)
  const [leaving, setLeaving] = useState(false)
  const { form, alert, busy, dirty, valid, onSubmit, stop } = useContractForm({
    schema: fields,
    values: { name: '', expires_at: dayIn(USUAL_DAYS), scope: 'read', record_types: [], addresses: [], may: [] },
    send: (key, { signal }) => call(keys.add, key, { signal }),
    onSent: ({ message, data, secret }) => {
      toastSuccess(message)
      release()
      onAdded({ name: data.name, secret })
    },
  })
  const release = useUnsavedForm(dirty)
  const leave = () => (dirty ? setLeaving(true) : dialog.close())
  return (
    <Dialog title="New key" dialog={dialog} onCloseRequest={leave} locked={busy || leaving}>
      <form onSubmit={onSubmit} {...formKeys} noValidate aria-label="New key">
        <FormAlert message={alert} />
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
            description="Within a year. You get an email 14 and 2 days before."
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
          <MultiSelect
            label="Kinds of records"
            required
            data={choices}
            searchable
            clearable
            hidePickedOptions
            placeholder={form.values.record_types.length ? undefined : 'Choose kinds'}
            {...form.getInputProps('record_types')}
          />
          <TagsInput
            label="Addresses"
            description="From where it may be used: IP addresses or ranges, such as 192.0.2.0/24. Leave it empty for anywhere."
            splitChars={[',', ' ']}
            {...form.getInputProps('addresses')}
          />
        </Stack>
        <Group mt="xl" gap="sm" justify="flex-end">
          <Button variant="default" onClick={busy ? stop : leave}>
            Cancel
          </Button>
          <Button type="submit" disabled={!valid} loading={busy}>
            Add key
          </Button>
        </Group>
      </form>
      {leaving && (
        <ConfirmDiscardDialog
          onDiscard={() => {
            release()
            dialog.close()
          }}
          onKeep={() => setLeaving(false)}
        />
      )}
    </Dialog>
  )
}
