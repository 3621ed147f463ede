import { Button, Group, Stack, Text } from '@mantine/core'
import { useRef } from 'react'
import { z } from 'zod'
import { passkeyName, secondFactor } from '#contract/sign-in.ts'
import { call } from '#web/api/call.ts'
import { useContractForm } from '#web/forms/use-contract-form.ts'
import { makePasskey } from '#web/sign-in/passkeys.ts'
import { FormAlert } from '#web/ui/feedback/form-alert.tsx'
import { toastSuccess } from '#web/ui/feedback/toast.ts'
import { TextField } from '#web/ui/fields/fields.tsx'
import { lookForLost, useBusy } from './lost-answer.ts'

const fields = z.object({ name: passkeyName })

type AddPasskeyProps = {
  /** Called with new recovery codes; none if there were some already. */
  onAdded: (codes: string[]) => void
  /** Called when a call begins and ends: until then nothing may close, because codes are shown only once. */
  onBusy?: (busy: boolean) => void
  /** What is beside the button that adds it, and where it leads. */
  cancel: { label: string; onClick: () => void }
}

/** Makes a passkey on this device under a name, and adds it. */
export function AddPasskey({ onAdded, onBusy, cancel }: AddPasskeyProps) {
  // Made once: when adding it has failed, trying again sends the same.
  const made = useRef<Awaited<ReturnType<typeof makePasskey>>>(undefined)
  const { form, alert, busy, onSubmit } = useContractForm({
    schema: fields,
    values: { name: '' },
    send: async ({ name }) => {
      made.current ??= await makePasskey((await call(secondFactor.passkeyOptions, {})).data)
      return call(secondFactor.passkeyAdd, { name, credential: made.current })
    },
    onSent: ({ message, data }) => {
      toastSuccess(message)
      onAdded(data.recovery_codes)
    },
    onRefused: ({ status }) => {
      const { name } = form.getValues()
      if (status !== 0) made.current = undefined
      else if (made.current)
        void lookForLost(
          ({ passkeys }) => passkeys.some((one) => one.name === name.trim()),
          () => onAdded([]),
        )
      return false
    },
  })
  useBusy(busy, onBusy)
  return (
    <form onSubmit={onSubmit} noValidate aria-label="Add a passkey">
      <FormAlert message={alert} />
      <Stack>
        <Text>Give it a name by which you know it again. Your browser then asks how to keep it.</Text>
        <TextField form={form} name="name" label="Name" placeholder="My laptop" />
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={cancel.onClick} disabled={busy}>
          {cancel.label}
        </Button>
        <Button type="submit" loading={busy}>
          Add
        </Button>
      </Group>
    </form>
  )
}
